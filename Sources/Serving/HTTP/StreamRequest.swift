import ByteText

/// A request of HTTP/2 while it arrives: decoded fields and content in, a ``Request`` out (RFC 9113, section 8).
///
/// What is particular to the version (no field of a connection, pseudo-header fields first and once, lengths that agree with
/// content) is held by who decodes the frames. Here it is held to the rules of HTTP/1.1's ``RequestReader``: the same
/// targets, hosts, lengths and limits are refused, with the same statuses.
public struct StreamRequest: ~Copyable {
    /// What comes next once all fields are there.
    public enum Step: Sendable, Equatable {
        /// The request is whole.
        case request
        /// Content comes.
        case content
        /// Content comes once the client is told so (RFC 9110, section 10.1.1).
        case sendContinue
        /// The request is not acceptable.
        case refuse(Status)
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
    private var hasMethod = false
    private var hasTarget = false
    private var refusal: Status?

    /// A field beyond this many times the limit is no mistake.
    private static let bomb = 4
    /// What the table of fields adds to each (RFC 7541, section 4.1).
    private static let entryBytes = 32

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
        hasMethod = false
        hasTarget = false
        refusal = nil
    }

    /// How many bytes the buffer has room for.
    public var capacity: Int { buffer.capacity }

    /// How many bytes it holds.
    public var count: Int { buffer.count }

    /// Whether fields go on after so many that they can only be meant to exhaust memory (a bomb of RFC 7541, section 7.3).
    public var isBomb: Bool { fieldBytes > limits.headBytes * StreamRequest.bomb }

    /// Refuses the request, whatever else arrives; the first reason counts.
    public mutating func refuse(_ status: Status) {
        if refusal == nil { refusal = status }
    }

    /// Takes a field. Beyond the limits nothing is kept.
    public mutating func append(name: Span<UInt8>, value: Span<UInt8>) {
        guard admit(name.count + value.count) else { return }
        guard name[0] != 0x3A else { return appendPseudo(name, value) }
        let start = buffer.count
        buffer.append(name)
        buffer.append(value)
        let middle = start + name.count
        let line = FieldLine(name: start..<middle, value: middle..<buffer.count)
        lines.append(line)
        if let refusal = head.record(buffer, at: 0, line) { refuse(refusal) }
    }

    /// Takes a field of the trailer section, which is held to the rules and dropped (RFC 9110, section 6.5.1).
    public mutating func appendTrailer(name: Span<UInt8>, value: Span<UInt8>) {
        guard admit(name.count + value.count) else { return }
        if name.isFramingField { refuse(.badRequest) }
    }

    private mutating func admit(_ count: Int) -> Bool {
        fieldBytes += count + StreamRequest.entryBytes
        fieldCount += 1
        if fieldBytes > limits.headBytes || fieldCount > limits.fields + 4 { refuse(.fieldsTooLarge) }
        return refusal == nil
    }

    private mutating func appendPseudo(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        let start = buffer.count
        buffer.append(value)
        let range = MessageRange(start..<buffer.count)
        switch name.count {
        case 5 where name.isWord(":path"):
            hasTarget = true
            head.target = range
        case 7 where name.isWord(":method"):
            hasMethod = true
            head.methodRange = range
            head.method = Method(value)
        case 7 where name.isWord(":scheme"):
            if !value.isField("https"), !value.isField("http") { refuse(.badRequest) }
        case 10 where name.isWord(":authority"): head.targetAuthority = range
        default: refuse(.badRequest)
        }
    }

    /// All fields are there; `isWhole` where no content comes.
    public mutating func endFields(isWhole: Bool) -> Step {
        if refusal == nil, let found = judge() { refuse(found) }
        if let refusal { return .refuse(refusal) }
        bodyStart = buffer.count
        if isWhole { return .request }
        guard (head.contentLength ?? 0) <= limits.bodyBytes else { return .refuse(.contentTooLarge) }
        return head.expectsContinue ? .sendContinue : .content
    }

    private mutating func judge() -> Status? {
        guard hasMethod else { return .badRequest }
        // It has a form of its own and no meaning here (RFC 9113, section 8.5).
        guard head.method != .connect else { return .notImplemented }
        guard hasTarget else { return .badRequest }
        if let refusal = head.readStreamTarget(buffer) { return refusal }
        if let refusal = head.finish(buffer, at: 0) { return refusal }
        let host = head.host.indices
        buffer.lowercase(host)
        return nil
    }

    /// Takes content; false when it is more than is allowed: the request is to be refused with 413.
    public mutating func append(content: Span<UInt8>) -> Bool {
        guard buffer.count - bodyStart + content.count <= limits.bodyBytes else { return false }
        buffer.append(content)
        return true
    }

    /// All content is there; a status to refuse with, or nil.
    public func endContent() -> Status? {
        if let refusal { return refusal }
        guard let length = head.contentLength, length != buffer.count - bodyStart else { return nil }
        return .badRequest
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
        guard !target.isEmpty else { return .badRequest }
        if bytes[target.lowerBound] == 0x2F { return readOriginForm(bytes, target.indices) }
        return method == .options && target.indices.count == 1 && bytes[target.lowerBound] == 0x2A ? nil : .badRequest
    }
}
