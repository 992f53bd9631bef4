import ByteText

/// Why the bytes of a server are not a response that a client accepts, as a phrase.
public struct ResponseFault: Error, Equatable, Sendable {
    /// What is wrong: `a malformed field line`.
    public let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Makes the response to one request of the bytes that a server sends (RFC 9112), for clients.
///
/// Servers are not trusted: everything is bounded, and what two readers could understand differently is a fault. Interim
/// responses (1xx) are passed over.
///
///     var reader = ResponseReader()
///     try reader.receive(bytes)      // as they come
///     if reader.isComplete { … }     // or receiveEnd() when the server closes
public struct ResponseReader: Sendable {
    /// What a server may send.
    public struct Limits: Sendable {
        /// The most bytes of a head.
        public var headBytes = 32_768
        /// The most fields of a head.
        public var fields = 200
        /// The most bytes of a body.
        public var bodyBytes = 1 << 20

        /// The defaults.
        public init() {}
    }

    private enum Framing {
        /// Bytes that are still to come.
        case length(Int)
        case chunks
        /// All that comes until the server closes.
        case untilEnd
    }

    private enum Phase {
        case head, body(Framing), chunkData(Int), chunkEnd, trailers, complete
    }

    private static let chunkLineBytes = 1024

    private let limits: Limits
    private let isHead: Bool
    private var phase = Phase.head
    private var buffer: [UInt8] = []
    /// Bytes of the buffer that have been read.
    private var start = 0
    /// Where the search for a line's end goes on.
    private var searched = 0
    private var interimCount = 0
    /// The head, once it is whole.
    public private(set) var head: ResponseHead?
    /// The body as far as it has come, without its transfer coding.
    public private(set) var body: [UInt8] = []

    /// - Parameter isHead: Whether the request was HEAD, whose response has no body.
    public init(isHead: Bool = false, limits: Limits = Limits()) {
        self.isHead = isHead
        self.limits = limits
    }

    /// Whether the response is whole.
    public var isComplete: Bool {
        if case .complete = phase { true } else { false }
    }

    /// Reads further bytes. What follows a whole response is ignored.
    public mutating func receive(_ bytes: some Sequence<UInt8>) throws(ResponseFault) {
        buffer += bytes
        while try step() {}
        buffer.removeFirst(start)
        searched -= start
        start = 0
    }

    /// The server sends nothing more.
    ///
    /// - Parameter isClean: Whether the server has said so, rather than broken off: with TLS a body without a length is
    ///   whole only then.
    public mutating func receiveEnd(isClean: Bool = true) throws(ResponseFault) {
        if isComplete { return }
        guard case .body(.untilEnd) = phase, isClean else {
            throw ResponseFault(head == nil ? "the connection was closed without an answer" : "the answer is cut off")
        }
        phase = .complete
    }

    /// Goes on by one part; false where bytes are missing.
    private mutating func step() throws(ResponseFault) -> Bool {
        switch phase {
        case .head: return try readHead()
        case .body(.length(let count)):
            let taken = try take(count)
            phase = taken == count ? .complete : .body(.length(count - taken))
            return taken == count
        case .body(.chunks): return try readChunkLine()
        case .body(.untilEnd): return try take(.max) > 0
        case .chunkData(let count):
            let taken = try take(count)
            phase = taken == count ? .chunkEnd : .chunkData(count - taken)
            return taken == count
        case .chunkEnd:
            guard buffer.count - start >= 2 else { return false }
            guard buffer[start] == 0x0D, buffer[start + 1] == 0x0A else { throw ResponseFault("a malformed chunk") }
            start += 2
            phase = .body(.chunks)
            return true
        case .trailers: return try readTrailer()
        case .complete: return false
        }
    }

    /// Moves bytes to the body.
    private mutating func take(_ wanted: Int) throws(ResponseFault) -> Int {
        let count = min(wanted, buffer.count - start)
        guard body.count + count <= limits.bodyBytes else { throw tooLong }
        body += buffer[start..<(start + count)]
        start += count
        return count
    }

    private var tooLong: ResponseFault { ResponseFault("the body is longer than \(limits.bodyBytes) bytes") }

    // MARK: - Head

    private mutating func readHead() throws(ResponseFault) -> Bool {
        guard let end = endOfHead() else {
            guard buffer.count - start <= limits.headBytes else { throw headTooLong }
            return false
        }
        guard end - start <= limits.headBytes else { throw headTooLong }
        let head = try ResponseHead(parsing: buffer[start..<end], limits: limits)
        start = end + 4
        searched = start
        if (100..<200).contains(head.status) {
            interimCount += 1
            guard interimCount <= 8, head.status != 101 else { throw ResponseFault("status \(head.status)") }
            return true
        }
        self.head = head
        phase = try bodyPhase(head)
        return true
    }

    private var headTooLong: ResponseFault { ResponseFault("the head is longer than \(limits.headBytes) bytes") }

    /// Where CRLF CRLF begins.
    private mutating func endOfHead() -> Int? {
        var index = max(searched, start)
        while index + 3 < buffer.count {
            if buffer[index] == 0x0D, buffer[index + 1] == 0x0A, buffer[index + 2] == 0x0D, buffer[index + 3] == 0x0A {
                return index
            }
            index += 1
        }
        searched = index
        return nil
    }

    /// How the body is framed (RFC 9112, section 6.3).
    private func bodyPhase(_ head: ResponseHead) throws(ResponseFault) -> Phase {
        if isHead || head.status == 204 || head.status == 304 { return .complete }
        let codings = head.values(of: "transfer-encoding")
        let lengths = head.values(of: "content-length")
        if let coding = codings.first {
            guard codings.count == 1, coding.lowercased() == "chunked", lengths.isEmpty, !head.isOld else {
                throw ResponseFault("the length of the body is ambiguous")
            }
            return .body(.chunks)
        }
        guard let length = lengths.first else { return .body(.untilEnd) }
        guard lengths.count == 1, length.utf8.count <= 18, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let count = Int(length)
        else { throw ResponseFault("the length of the body is ambiguous") }
        guard count <= limits.bodyBytes else { throw tooLong }
        return count == 0 ? .complete : .body(.length(count))
    }

    // MARK: - Chunks

    /// The next line without its CRLF; nil while it is not whole.
    private mutating func line(_ limit: Int) throws(ResponseFault) -> ArraySlice<UInt8>? {
        guard let end = buffer[start...].firstIndex(of: 0x0A) else {
            guard buffer.count - start <= limit else { throw ResponseFault("a malformed chunk") }
            return nil
        }
        guard end > start, buffer[end - 1] == 0x0D, end - start <= limit else {
            throw ResponseFault("a malformed chunk")
        }
        defer { start = end + 1 }
        return buffer[start..<(end - 1)]
    }

    /// `chunk-size [ chunk-ext ]` (RFC 9112, section 7.1).
    private mutating func readChunkLine() throws(ResponseFault) -> Bool {
        guard let line = try line(Self.chunkLineBytes) else { return false }
        let text = String(decoding: line.prefix { $0 != 0x3B && $0 != 0x20 }, as: UTF8.self)
        guard !text.isEmpty, text.utf8.count <= 8, text.utf8.allSatisfy({ $0.hexValue != nil }),
            let size = Int(text, radix: 16)
        else { throw ResponseFault("a malformed chunk") }
        guard body.count + size <= limits.bodyBytes else { throw tooLong }
        phase = size == 0 ? .trailers : .chunkData(size)
        return true
    }

    /// Trailer fields are passed over.
    private mutating func readTrailer() throws(ResponseFault) -> Bool {
        guard let line = try line(limits.headBytes) else { return false }
        if line.isEmpty { phase = .complete }
        return true
    }
}
