public import ByteText

/// The reading half of an HTTP/1.1 connection as a state machine: bytes in, requests and refusals out (RFC 9112).
///
/// The owner of a connection receives into the reader's buffer and calls ``next()`` until it asks for more bytes:
///
///     receive → next() → .request   → look at `request`, answer, finishRequest() → next() …
///                      → .needBytes → receive
///                      → .sendContinue → send "100 Continue" → next()
///                      → .refuse    → answer with the status and close
///                      → .end       → close
///
/// It reads in place: a request's target, fields and body are pieces of the buffer. Everything but the body is kept as offsets
/// from the message's first byte, so the buffer may move. Each byte is read once, however the bytes arrive in pieces, and
/// the pieces make no difference to the result. What two readers could understand in two ways is refused.
public struct RequestReader: ~Copyable {
    /// What the owner of the connection has to do next.
    public enum Action: Sendable, Equatable {
        /// Nothing more can be read from what has arrived.
        case needBytes
        /// The client waits for leave to send its body (RFC 9110, section 10.1.1).
        case sendContinue
        /// A whole request is there: see ``RequestReader/request``.
        case request
        /// The request is not acceptable; nothing after it can be trusted.
        case refuse(Status)
        /// The peer has sent all it will, and no request is cut off by that.
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

    /// The limits of the listener that the connection came through.
    public var limits: RequestLimits
    @usableFromInline var buffer: ByteBuffer
    @usableFromInline var phase = Phase.idle
    var head = RequestHead()
    /// The first ``lineCount`` are the message's; those after them are left over from others.
    private var fieldLines: [FieldLine] = []
    private var lineCount = 0

    /// Where the current message begins in the buffer. All other offsets count from here.
    @usableFromInline var start = 0
    /// The next byte to look at.
    var scan = 0
    /// Where the line that is being read begins.
    var lineStart = 0
    /// Where the head or the trailer section begins, for its limit.
    var sectionStart = 0
    /// How many field lines there were, those of the trailer section included.
    var fieldCount = 0
    @usableFromInline var emptyLines = 0
    var bodyStart = 0
    var bodyEnd = 0
    /// How many bytes of the chunk are still to come.
    var chunkRemaining = 0
    @usableFromInline var hasEnded = false

    /// Makes a reader whose buffer holds `capacity` bytes before it grows.
    public init(limits: RequestLimits = RequestLimits(), capacity: Int = 4096) {
        self.limits = limits
        buffer = ByteBuffer(capacity: capacity)
        fieldLines.reserveCapacity(32)
    }

    /// Whether nothing of a request has arrived: the buffer may serve another connection.
    @inlinable
    public var isIdle: Bool { isBeforeRequest && buffer.count == start && !hasEnded && emptyLines == 0 }

    /// The field lines of the message so far.
    var lines: Span<FieldLine> {
        @_lifetime(borrow self) get { fieldLines.span.extracting(first: lineCount) }
    }

    /// Adds a field line. To empty the list would cost more than to keep it and count.
    mutating func add(_ line: FieldLine) {
        if lineCount < fieldLines.count { fieldLines[lineCount] = line } else { fieldLines.append(line) }
        lineCount += 1
    }

    // Patterns: to compare phases, of which some have a status, takes a call.
    @inlinable var isBeforeRequest: Bool { if case .idle = phase { true } else { false } }
    var hasRequest: Bool { if case .complete = phase { true } else { false } }

    /// Whether the head has been read and the body has not.
    public var isInBody: Bool {
        switch phase {
        case .body, .chunkLine, .chunkData, .chunkEnd, .trailers: true
        default: false
        }
    }

    /// How many bytes the buffer has room for.
    @inlinable
    public var capacity: Int { buffer.capacity }

    /// Forgets everything and keeps the memory, for another connection.
    public mutating func reset() {
        buffer.removeAll()
        start = 0
        hasEnded = false
        emptyLines = 0
        resetMessage()
        phase = .idle
    }

    /// Lets `body` write into the free space of the buffer; it returns how many bytes it has written, or anything else
    /// that is not positive. Makes room first: never less than a kilobyte.
    public mutating func receive(_ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        if buffer.capacity - buffer.count < 1024 { makeRoom() }
        return unsafe buffer.receive(body)
    }

    /// Appends bytes as if they had been received.
    public mutating func receive(_ bytes: Span<UInt8>) {
        if buffer.capacity - buffer.count < bytes.count { makeRoom() }
        buffer.append(bytes)
    }

    /// Records that the peer will send no more.
    public mutating func receiveEnd() { hasEnded = true }

    /// Whether what has been received before any request begins as HTTP/2 does.
    public enum Preface: Sendable, Equatable {
        case absent, incomplete, whole
    }

    /// Whether the bytes so far are the preface of HTTP/2 (RFC 9113, section 3.4), which no request of HTTP/1.1 is.
    public var prefaceOfHTTP2: Preface {
        let expected: StaticString = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
        let bytes = receivedBytes
        let count = min(bytes.count, expected.utf8CodeUnitCount)
        for index in 0..<count {
            // Safe: the index is below the literal's count.
            guard unsafe bytes[index] == expected.utf8Start[index] else { return .absent }
        }
        if count == expected.utf8CodeUnitCount { return .whole }
        return hasEnded ? .absent : .incomplete
    }

    /// What has been received and is not part of a request that is done with.
    public var receivedBytes: Span<UInt8> {
        @_lifetime(borrow self) get { buffer.message(at: start) }
    }

    /// Reads on and returns what to do. Calling it again without doing so returns the same, ``Action/sendContinue``
    /// excepted.
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

    /// What one step of reading comes to.
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

    /// Drops the request that ``request`` shows and gets ready for the one after it.
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
