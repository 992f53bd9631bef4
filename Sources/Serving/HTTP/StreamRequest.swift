import ByteText

/// An HTTP/2 request being received: decoded fields and content in, a ``Request`` out (RFC 9113, section 8).
///
/// It follows the rules of ``RequestReader`` for HTTP/1.1: whatever is refused there is refused here, mostly with the
/// same status. A request is malformed, and its stream is reset without a response, if it has a connection-specific
/// field, a field name in uppercase, missing, duplicate or late pseudo-header fields, two hosts, or a length that is
/// invalid or differs from the length of its content.
public struct StreamRequest: ~Copyable {
    /// The next step after the header section, a piece of content, or the end of the content.
    public enum Step: Sendable, Equatable {
        /// The request is complete.
        case request
        /// Content follows.
        case content
        /// Content follows once `100 Continue` is sent (RFC 9110, section 10.1.1).
        case sendContinue
        /// The request is not acceptable.
        case refuse(Status)
        /// The request is malformed (RFC 9113, section 8.1.1): its stream is reset with PROTOCOL_ERROR.
        case reset
    }

    /// The limits of the listener that accepted the connection.
    public var limits = RequestLimits()
    private var buffer = ByteBuffer(capacity: 1024)
    private var head = RequestHead()
    private var lines: [FieldLine] = []
    private var bodyStart = 0
    /// The size of the header section as defined for SETTINGS_MAX_HEADER_LIST_SIZE (RFC 9113, section 6.5.2).
    private var fieldBytes = 0
    private var fieldCount = 0
    /// The pseudo-header fields received so far, and whether a regular field was received, after which no pseudo-header
    /// fields may follow (RFC 9113, section 8.3).
    private var pseudoFields: PseudoFields = []
    private var hasFields = false
    private var isForeignScheme = false
    private var isMalformed = false
    private var refusal: Status?

    /// Header sections larger than this multiple of the limit are treated as an attack.
    public static let bombFactor = 4
    /// The overhead of a dynamic table entry in bytes (RFC 7541, section 4.1).
    public static let entryBytes = 32

    /// An empty request.
    public init() { lines.reserveCapacity(32) }

    /// Resets the object for another request, keeping its memory.
    public mutating func reset() {
        buffer.removeAll()
        head = RequestHead()
        head.version = .http2
        lines.removeAll(keepingCapacity: true)
        bodyStart = 0
        fieldBytes = 0
        fieldCount = 0
        pseudoFields = []
        hasFields = false
        isForeignScheme = false
        isMalformed = false
        refusal = nil
    }

    /// The capacity of the buffer in bytes.
    public var capacity: Int { buffer.capacity }

    /// Whether the header section is so large that it can only be meant to exhaust memory (HPACK bomb; RFC 7541,
    /// section 7.3).
    public var isBomb: Bool { fieldBytes > limits.headBytes * StreamRequest.bombFactor }

    /// Refuses the request, regardless of later input. The first status is kept.
    private mutating func refuse(_ status: Status) {
        if refusal == nil { refusal = status }
    }

    /// Adds a field, whose name and value may contain any bytes. Nothing beyond the limits is stored.
    public mutating func append(name: Span<UInt8>, value: Span<UInt8>) {
        guard admit(name.count + value.count) else { return }
        if name.isPseudo { return appendPseudo(name, value) }
        hasFields = true
        guard check(name, value) else { return }
        let start = buffer.count
        buffer.append(name)
        buffer.append(value)
        let middle = start + name.count
        let line = FieldLine(name: start..<middle, value: middle..<buffer.count)
        lines.append(line)
        guard let refusal = head.record(buffer, at: 0, line) else { return }
        // A second host, a second length, or an invalid length.
        if refusal == .badRequest { isMalformed = true } else { refuse(refusal) }
    }

    /// Validates and drops a trailer field (RFC 9110, section 6.5.1).
    public mutating func appendTrailer(name: Span<UInt8>, value: Span<UInt8>) {
        guard admit(name.count + value.count) else { return }
        if name.isPseudo { return isMalformed = true }
        if check(name, value), name.isFramingField { refuse(.badRequest) }
    }

    private mutating func admit(_ count: Int) -> Bool {
        fieldBytes += count + StreamRequest.entryBytes
        fieldCount += 1
        if fieldBytes > limits.headBytes || fieldCount > limits.fields + 4 { refuse(.fieldsTooLarge) }
        return refusal == nil && !isMalformed
    }

    /// Checks a field against RFC 9113, sections 8.2.1 and 8.2.2.
    private mutating func check(_ name: Span<UInt8>, _ value: Span<UInt8>) -> Bool {
        let nameEnd = name.endOfRun(of: .fieldName)
        guard nameEnd == name.count, nameEnd > 0 else {
            if nameEnd < name.count, name[nameEnd].isToken { isMalformed = true } else { refuse(.badRequest) }
            return false
        }
        guard value.isFieldValue else {
            refuse(.badRequest)
            return false
        }
        isMalformed = name.isOfConnection(value)
        return !isMalformed
    }

    private mutating func appendPseudo(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        let field = PseudoFields(name)
        guard !hasFields, !field.isEmpty, pseudoFields.isDisjoint(with: field), !value.isEmpty else {
            return isMalformed = true
        }
        pseudoFields.formUnion(field)
        let start = buffer.count
        buffer.append(value)
        let range = MessageRange(start..<buffer.count)
        switch field {
        case .path: head.target = range
        case .method:
            if !value.isToken { isMalformed = true }
            head.methodRange = range
            head.method = Method(value)
        case .authority: head.targetAuthority = range
        default:
            let isSecure = value.isField("https")
            isForeignScheme = !isSecure && !value.isField("http")
            head.targetPort = isSecure ? 443 : 80
        }
    }

    /// Ends the header section. `isWhole` if no content follows.
    public mutating func endFields(isWhole: Bool) -> Step {
        if refusal == nil, !isMalformed {
            isMalformed = isMalformedWhole(isWhole: isWhole)
            if !isMalformed, let found = judge() { refuse(found) }
        }
        if isMalformed { return .reset }
        if let refusal { return .refuse(refusal) }
        bodyStart = buffer.count
        if isWhole { return .request }
        guard (head.contentLength ?? 0) <= limits.bodyBytes else { return .refuse(.contentTooLarge) }
        return head.expectsContinue ? .sendContinue : .content
    }

    /// Whether pseudo-header fields or length are missing or inconsistent (RFC 9113, sections 8.1.1, 8.3.1 and 8.5).
    private func isMalformedWhole(isWhole: Bool) -> Bool {
        if head.method == .connect { return pseudoFields != [.method, .authority] }
        guard pseudoFields.isSuperset(of: [.method, .scheme, .path]),
            pseudoFields.contains(.authority) || head.hostField != nil
        else { return true }
        if isWhole, let length = head.contentLength, length > 0 { return true }
        let first = buffer[head.target.lowerBound]
        return first != 0x2F && !(first == 0x2A && head.target.indices.count == 1 && head.method == .options)
    }

    private mutating func judge() -> Status? {
        if let refusal = refusalOfTarget() {
            isMalformed = !hasTargetText
            return refusal
        }
        let host = head.host.indices
        buffer.lowercase(host)
        return nil
    }

    private mutating func refusalOfTarget() -> Status? {
        // CONNECT has its own form and is not implemented (RFC 9113, section 8.5).
        if head.method == .connect { return .notImplemented }
        if isForeignScheme { return .badRequest }
        head.takesAnyPath = limits.takesAnyPath
        return head.readStreamTarget(buffer) ?? head.finish(buffer, at: 0)
    }

    /// Whether `:path` contains no blanks or control characters, and `:authority` only characters allowed in one.
    private var hasTargetText: Bool {
        let target = buffer.bytes.extracting(head.target.indices)
        let authority = buffer.bytes.extracting(head.targetAuthority?.indices ?? 0..<0)
        return !target.hasControl && target.firstIndex(of: 0x20) == nil && authority.isAuthorityText
    }

    /// Appends content. It may be refused for exceeding the limit (413), or reset for exceeding `Content-Length`.
    public mutating func append(content: Span<UInt8>) -> Step {
        let count = buffer.count - bodyStart + content.count
        if let length = head.contentLength, count > length { return .reset }
        guard count <= limits.bodyBytes else { return .refuse(.contentTooLarge) }
        buffer.append(content)
        return .content
    }

    /// Ends the content, and the trailer section if there is one.
    public func endContent() -> Step {
        if isMalformed { return .reset }
        if let refusal { return .refuse(refusal) }
        guard let length = head.contentLength, length != buffer.count - bodyStart else { return .request }
        return .reset
    }

    /// The request, once it is complete.
    public var request: Request {
        @_lifetime(borrow self) get {
            Request(bytes: buffer.bytes, lines: lines.span, head: head, body: bodyStart..<buffer.count)
        }
    }

    /// The properties of the request that its response depends on.
    public var exchange: Exchange { Exchange(isHead: head.method == .head, version: .http2, keepsAlive: true) }
}

extension RequestHead {
    /// Parses the target of `:path`: in origin form, or `*` for OPTIONS (RFC 9113, section 8.3.1).
    fileprivate mutating func readStreamTarget(_ buffer: borrowing ByteBuffer) -> Status? {
        let bytes = buffer.bytes
        return bytes[target.lowerBound] == 0x2F ? readOriginForm(bytes, target.indices) : nil
    }
}

/// The pseudo-header fields of a request (RFC 9113, section 8.3.1).
private struct PseudoFields: OptionSet {
    let rawValue: UInt8

    static let method = PseudoFields(rawValue: 1)
    static let scheme = PseudoFields(rawValue: 2)
    static let path = PseudoFields(rawValue: 4)
    static let authority = PseudoFields(rawValue: 8)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The pseudo-header field with this name; empty if requests have no such field.
    init(_ name: Span<UInt8>) {
        self =
            switch name.count {
            case 5 where name.isWord(":path"): .path
            case 7 where name.isWord(":method"): .method
            case 7 where name.isWord(":scheme"): .scheme
            case 10 where name.isWord(":authority"): .authority
            default: []
            }
    }
}

extension Span<UInt8> {
    /// Whether this is a name that begins with a colon.
    fileprivate var isPseudo: Bool { !isEmpty && self[0] == 0x3A }

    /// Whether a value has no control characters except tabs, and no surrounding blanks.
    fileprivate var isFieldValue: Bool {
        isEmpty || endOfLongRun(of: .lineText) == count && !self[0].isBlank && !self[count - 1].isBlank
    }

    /// Whether the field is connection-specific, which HTTP/2 does not allow (RFC 9113, section 8.2.2).
    fileprivate func isOfConnection(_ value: Span<UInt8>) -> Bool {
        switch count {
        case 2: isWord("te") && !value.isField("trailers")
        case 7: isWord("upgrade")
        case 10: isWord("connection") || isWord("keep-alive")
        case 16: isWord("proxy-connection")
        case 17: isWord("transfer-encoding")
        default: false
        }
    }

    /// Whether the bytes may be an authority, with or without userinfo (RFC 3986, section 3.2).
    fileprivate var isAuthorityText: Bool { endOfLongRun(of: .targetPath) == count && firstIndex(of: 0x2F) == nil }
}
