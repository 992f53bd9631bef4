import ByteText

/// Why a client rejects the bytes of a server as a response, as a phrase.
public struct ResponseFault: Error, Equatable, Sendable {
    /// The reason, such as `a malformed field line`.
    public let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Parses the response to one request from the bytes that a server sends (RFC 9112), for clients.
///
/// Servers are not trusted: everything is bounded, and input that two parsers could interpret differently is an error.
/// Interim responses (1xx) are skipped.
///
///     var reader = ResponseReader()
///     try reader.receive(bytes)      // as they arrive
///     if reader.isComplete { … }     // or receiveEnd() when the server closes
public struct ResponseReader: Sendable {
    /// Size limits of responses.
    public struct Limits: Sendable {
        /// The maximum size of a head in bytes.
        public var headBytes = 32_768
        /// The maximum number of fields.
        public var fields = 200
        /// The maximum size of a body in bytes.
        public var bodyBytes = 1 << 20

        /// The defaults.
        public init() {}
    }

    private enum Framing {
        /// The number of bytes still to be received.
        case length(Int)
        case chunks
        /// Everything until the server closes the connection.
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
    /// The number of consumed bytes in the buffer.
    private var start = 0
    /// Where the search for the end of the head continues.
    private var searched = 0
    private var interimCount = 0
    /// The head, once it is complete.
    public private(set) var head: ResponseHead?
    /// The body received so far, with the transfer coding removed.
    public private(set) var body: [UInt8] = []

    /// - Parameter isHead: Whether the request was HEAD, whose response has no body.
    public init(isHead: Bool = false, limits: Limits = Limits()) {
        self.isHead = isHead
        self.limits = limits
    }

    /// Whether the response is complete.
    public var isComplete: Bool {
        if case .complete = phase { true } else { false }
    }

    /// Parses more bytes. Bytes after a complete response are ignored.
    public mutating func receive(_ bytes: some Sequence<UInt8>) throws(ResponseFault) {
        buffer += bytes
        while try step() {}
        buffer.removeFirst(start)
        searched -= start
        start = 0
    }

    /// Records the end of the connection.
    ///
    /// - Parameter isClean: Whether the server closed the connection properly. With TLS, a body without a length is
    ///   complete only in that case.
    public mutating func receiveEnd(isClean: Bool = true) throws(ResponseFault) {
        if isComplete { return }
        guard case .body(.untilEnd) = phase, isClean else {
            throw ResponseFault(
                head == nil ? "the connection was closed without a response" : "the response is truncated")
        }
        phase = .complete
    }

    /// Takes one parsing step. Returns `false` if more bytes are required.
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

    /// Moves up to `wanted` bytes to the body.
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

    /// The offset of CRLF CRLF.
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

    /// The framing of the body (RFC 9112, section 6.3).
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

    /// The next line without its CRLF, or `nil` if it is incomplete.
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

    /// Trailer fields are ignored.
    private mutating func readTrailer() throws(ResponseFault) -> Bool {
        guard let line = try line(limits.headBytes) else { return false }
        if line.isEmpty { phase = .complete }
        return true
    }
}
