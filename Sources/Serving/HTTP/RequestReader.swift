public import ByteText

/// The reading half of an HTTP/1.1 connection as a state machine: bytes in, requests and refusals out (RFC 9112).
///
/// The owner of a connection receives into the reader's buffer and calls ``next()`` until it requires more bytes:
///
///     receive → next() → .request   → read `request`, answer, finishRequest() → next() …
///                      → .needBytes → receive
///                      → .sendContinue → send "100 Continue" → next()
///                      → .refuse    → answer with the status and close
///                      → .end       → close
///
/// Requests are parsed in place: a request's target, fields and body are slices of the buffer. Everything but the body
/// is stored as offsets from the message's first byte, so the buffer may move. Each byte is read once, and the result
/// does not depend on how the input is split. Input that two parsers could interpret differently is refused.
public struct RequestReader: ~Copyable {
    /// The next step for the owner of the connection.
    public enum Action: Sendable, Equatable {
        /// More input is required.
        case needBytes
        /// The client waits for `100 Continue` before it sends the body (RFC 9110, section 10.1.1).
        case sendContinue
        /// A complete request is available: see ``RequestReader/request``.
        case request
        /// The request is not acceptable, and no input after it can be trusted.
        case refuse(Status)
        /// The peer has closed its side, and no request is truncated by that.
        case end
    }

    @usableFromInline
    enum Phase: Equatable {
        case idle
        case requestLine
        case fields
        case body
        case chunkLine
        case chunkData
        case chunkEnd
        case trailers
        case complete
        case refused(Status)
    }

    /// The limits of the listener that accepted the connection.
    public var limits: RequestLimits
    @usableFromInline var buffer: ByteBuffer
    @usableFromInline var phase = Phase.idle
    var head = RequestHead()
    /// The first ``lineCount`` belong to the current message; the rest are left over from earlier ones.
    private var fieldLines: [FieldLine] = []
    private var lineCount = 0

    /// The offset of the current message in the buffer. All other offsets are relative to it.
    @usableFromInline var start = 0
    /// The next byte to scan.
    var scan = 0
    /// The start of the current line.
    var lineStart = 0
    /// The start of the head or the trailer section, for its size limit.
    var sectionStart = 0
    /// The number of field lines so far, including those of the trailer section.
    var fieldCount = 0
    @usableFromInline var emptyLines = 0
    var bodyStart = 0
    var bodyEnd = 0
    /// The number of bytes of the current chunk still to be received.
    var chunkRemaining = 0
    @usableFromInline var hasEnded = false

    /// Creates a reader whose buffer holds `capacity` bytes before it grows.
    public init(limits: RequestLimits = RequestLimits(), capacity: Int = 4096) {
        self.limits = limits
        buffer = ByteBuffer(capacity: capacity)
        fieldLines.reserveCapacity(32)
    }

    /// Whether no byte of a request has arrived, so that the buffer may be used for another connection.
    @inlinable
    public var isIdle: Bool { isBeforeRequest && buffer.count == start && !hasEnded && emptyLines == 0 }

    /// The field lines of the message so far.
    var lines: Span<FieldLine> {
        @_lifetime(borrow self) get { fieldLines.span.extracting(first: lineCount) }
    }

    /// Adds a field line. Clearing the array would cost more than keeping it and counting.
    mutating func add(_ line: FieldLine) {
        if lineCount < fieldLines.count { fieldLines[lineCount] = line } else { fieldLines.append(line) }
        lineCount += 1
    }

    // Pattern matches, since comparing phases with associated values costs a call.
    @inlinable var isBeforeRequest: Bool { if case .idle = phase { true } else { false } }
    var hasRequest: Bool { if case .complete = phase { true } else { false } }

    /// Whether the head was read and the body is still incomplete.
    public var isInBody: Bool {
        switch phase {
        case .body, .chunkLine, .chunkData, .chunkEnd, .trailers: true
        default: false
        }
    }

    /// The capacity of the buffer in bytes.
    @inlinable
    public var capacity: Int { buffer.capacity }

    /// Resets the reader for another connection, keeping its memory.
    public mutating func reset() {
        buffer.removeAll()
        start = 0
        hasEnded = false
        emptyLines = 0
        resetMessage()
        phase = .idle
    }

    /// Calls `body` to write into the free space of the buffer. `body` returns the number of bytes written, or any
    /// other value that is not positive. At least a kilobyte is free.
    public mutating func receive(_ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        if buffer.capacity - buffer.count < 1024 { makeRoom() }
        return unsafe buffer.receive(body)
    }

    /// Appends bytes as if they had been received.
    public mutating func receive(_ bytes: Span<UInt8>) {
        if buffer.capacity - buffer.count < bytes.count { makeRoom() }
        buffer.append(bytes)
    }

    /// Records that the peer has closed its side.
    public mutating func receiveEnd() { hasEnded = true }

    /// Whether the bytes received before any request are the HTTP/2 preface.
    public enum Preface: Sendable, Equatable {
        case absent, incomplete, whole
    }

    /// Whether the bytes so far are the HTTP/2 preface (RFC 9113, section 3.4), which is not a valid HTTP/1.1 request.
    public var prefaceOfHTTP2: Preface {
        let expected: StaticString = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
        let bytes = receivedBytes
        let count = min(bytes.count, expected.utf8CodeUnitCount)
        for index in 0..<count {
            // Safe: the index is less than the literal's length.
            guard unsafe bytes[index] == expected.utf8Start[index] else { return .absent }
        }
        if count == expected.utf8CodeUnitCount { return .whole }
        return hasEnded ? .absent : .incomplete
    }

    /// The received bytes that do not belong to a finished request.
    public var receivedBytes: Span<UInt8> {
        @_lifetime(borrow self) get { buffer.message(at: start) }
    }

    /// Continues reading and returns the next step. Calling it again without taking that step returns the same action,
    /// except for ``Action/sendContinue``.
    public mutating func next() -> Action {
        while true {
            switch step() {
            case .onward: continue
            case .act(let action): return action
            case .starved:
                guard hasEnded else { return .needBytes }
                if isBeforeRequest { return .end }
                phase = .refused(.badRequest)
            case .refuse(let status): phase = .refused(status)
            }
        }
    }

    /// The result of one parsing step.
    enum Step {
        case onward
        case starved
        case refuse(Status)
        case act(Action)
    }

    private mutating func step() -> Step {
        switch phase {
        case .idle: readEmptyLines()
        case .requestLine: readRequestLine()
        case .fields: readFieldLines()
        case .body: readBody()
        case .chunkLine: readChunkLine()
        case .chunkData: readChunkData()
        case .chunkEnd: readChunkEnd()
        case .trailers: readTrailerLine()
        case .complete: .act(.request)
        case .refused(let status): .act(.refuse(status))
        }
    }

    /// Drops the current ``request`` and prepares for the next one.
    public mutating func finishRequest() {
        precondition(hasRequest, "there is no request to finish")
        start += scan
        if start == buffer.count {
            buffer.removeAll()
            start = 0
        }
        emptyLines = 0
        resetMessage()
        phase = .idle
    }

    private mutating func resetMessage() {
        head = RequestHead()
        lineCount = 0
        scan = 0
        lineStart = 0
        sectionStart = 0
        fieldCount = 0
        bodyStart = 0
        bodyEnd = 0
        chunkRemaining = 0
    }
}

/// Size limits of requests. A larger request is refused with the respective status, and the connection is closed.
public struct RequestLimits: Sendable, Hashable {
    /// Bytes of the request line and the fields including line ends (414 or 431); also the limit of a trailer section.
    public var headBytes: Int
    /// Number of field lines (431).
    public var fields: Int
    /// Bytes of the decoded body (413).
    public var bodyBytes: Int

    /// Whether a path may contain characters that clients should encode, such as a backslash. For proxies that embed
    /// the path of another request in their own.
    public var takesAnyPath = false

    /// The defaults suit links: 16 KiB each for head and body, 100 fields.
    public init(headBytes: Int = 16_384, fields: Int = 100, bodyBytes: Int = 16_384) {
        self.headBytes = headBytes
        self.fields = fields
        self.bodyBytes = bodyBytes
    }

    /// Bytes of a chunk-size line including extensions; longer lines count as malformed.
    static let chunkLineBytes = 256
    /// Empty lines accepted before a request line (RFC 9112, section 2.2).
    static let emptyLines = 4
}
