import ByteText

/// A request of HTTP/2 while it arrives: decoded fields and content in, a ``Request`` out (RFC 9113, section 8).
///
/// It is held to the rules of HTTP/1.1's ``RequestReader``: what is refused there is refused here, most of it with the same status.
/// A request is malformed, and its stream ends without an answer, where it has a field of a connection, a name in capitals,
/// pseudo-header fields that are missing, too many or late, two hosts, or a length that can't be read or is not that of its content.
public struct StreamRequest: ~Copyable {
    /// What comes next: of the fields, of a piece of content, or of all of it.
    public enum Step: Sendable, Equatable {
        /// The request is whole.
        case request
        /// Content comes.
        case content
        /// Content comes once the client is told so (RFC 9110, section 10.1.1).
        case sendContinue
        /// The request is not acceptable.
        case refuse(Status)
        /// The request is malformed (RFC 9113, section 8.1.1): its stream ends with PROTOCOL_ERROR.
        case reset
    }

    /// The limits of the listener that the connection came through.
    public var limits = RequestLimits()
    private var buffer = ByteBuffer(capacity: 1024)
    private var head = RequestHead()
    private var lines: [FieldLine] = []
    private var bodyStart = 0
    /// As SETTINGS_MAX_HEADER_LIST_SIZE counts (RFC 9113, section 6.5.2).
    private var fieldBytes = 0
    private var fieldCount = 0
    /// The pseudo-header fields that have come, and whether another field has, after which they may not (RFC 9113, section 8.3).
    private var pseudoFields: PseudoFields = []
    private var hasFields = false
    private var isForeignScheme = false
    private var isMalformed = false
    private var refusal: Status?

    /// Fields beyond this many times the limit are no mistake.
    public static let bomb = 4
    /// What the table of fields adds to each (RFC 7541, section 4.1).
    public static let entryBytes = 32

    /// Nothing has arrived.
    public init() { lines.reserveCapacity(32) }

    /// Forgets everything and keeps the memory, for another request.
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

    /// How many bytes the buffer has room for.
    public var capacity: Int { buffer.capacity }

    /// How many bytes it holds.
    public var count: Int { buffer.count }

    /// Whether fields go on after so many that they can only be meant to exhaust memory (a bomb of RFC 7541, section 7.3).
    public var isBomb: Bool { fieldBytes > limits.headBytes * StreamRequest.bomb }

    /// Refuses the request, whatever else arrives; the first reason counts.
    private mutating func refuse(_ status: Status) {
        if refusal == nil { refusal = status }
    }

    /// Takes a field, whose name and value may be any bytes. Beyond the limits nothing is kept.
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
        // A second host, or a second length, or one that can't be read.
        if refusal == .badRequest { isMalformed = true } else { refuse(refusal) }
    }

    /// Takes a field of the trailer section, which is held to the rules and dropped (RFC 9110, section 6.5.1).
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

    /// Holds a field to RFC 9113, sections 8.2.1 and 8.2.2.
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

    /// All fields are there; `isWhole` where no content comes.
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

    /// Whether something is missing, or does not go together (RFC 9113, sections 8.1.1, 8.3.1 and 8.5).
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
        // It has a form of its own and no meaning here (RFC 9113, section 8.5).
        if head.method == .connect { return .notImplemented }
        if isForeignScheme { return .badRequest }
        head.takesAnyPath = limits.takesAnyPath
        return head.readStreamTarget(buffer) ?? head.finish(buffer, at: 0)
    }

    /// Whether `:path` has neither blanks nor controls, and `:authority` only what may be in one.
    private var hasTargetText: Bool {
        let target = buffer.bytes.extracting(head.target.indices)
        let authority = buffer.bytes.extracting(head.targetAuthority?.indices ?? 0..<0)
        return !target.hasControl && target.firstIndex(of: 0x20) == nil && authority.isAuthorityText
    }

    /// Takes content: more may come, or it is more than is allowed (413), or more than the request has said.
    public mutating func append(content: Span<UInt8>) -> Step {
        let count = buffer.count - bodyStart + content.count
        if let length = head.contentLength, count > length { return .reset }
        guard count <= limits.bodyBytes else { return .refuse(.contentTooLarge) }
        buffer.append(content)
        return .content
    }

    /// All content is there, and so is the trailer section if there is one.
    public func endContent() -> Step {
        if isMalformed { return .reset }
        if let refusal { return .refuse(refusal) }
        guard let length = head.contentLength, length != buffer.count - bodyStart else { return .request }
        return .reset
    }

    /// The request, once it is whole.
    public var request: Request {
        @_lifetime(borrow self) get {
            Request(bytes: buffer.bytes, lines: lines.span, head: head, body: bodyStart..<buffer.count)
        }
    }

    /// What its answer has to know about it.
    public var exchange: Exchange { Exchange(isHead: head.method == .head, version: .http2, keepsAlive: true) }
}

extension RequestHead {
    /// Reads a target that `:path` names: in origin form, or `*` for OPTIONS (RFC 9113, section 8.3.1).
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

    /// The one with a name; none for one that requests don't have.
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
    /// Whether it is a name that begins with a colon.
    fileprivate var isPseudo: Bool { !isEmpty && self[0] == 0x3A }

    /// Whether a value has no controls but tabs, and no blanks at its ends.
    fileprivate var isFieldValue: Bool {
        isEmpty || endOfLongRun(of: .lineText) == count && !self[0].isBlank && !self[count - 1].isBlank
    }

    /// Whether the field of this name is about a connection, for which HTTP/2 has other means (RFC 9113, section 8.2.2).
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

    /// Whether the bytes may be an authority, with a user or without (RFC 3986, section 3.2).
    fileprivate var isAuthorityText: Bool { endOfLongRun(of: .targetPath) == count && firstIndex(of: 0x2F) == nil }
}
