public import ByteText

/// Writes responses serially into a send buffer (RFC 9112).
///
/// A response to an HTTP/2 request is left in parts for the caller to build frames from: ``responseLines``,
/// ``statedLength`` and ``content``.
///
/// A response consists of a status, fields, and a body in any number of pieces:
///
///     response.begin(.found)
///     response.field("Location", location)
///     response.finish()
///
/// The writer itself adds `Date`, `X-Content-Type-Options`, `Content-Length` and `Connection`. For HEAD, the body is
/// omitted but its length is sent. A warm writer does not allocate.
public struct ResponseWriter: ~Copyable {
    /// The progress of the current response.
    public enum Stage: Sendable, Equatable {
        case idle, fields, body, finished
        /// The handler has deferred the response.
        case deferred
    }

    var buffer: ByteBuffer
    var stage = Stage.idle
    /// The start of the current response in the buffer, and of its body.
    var responseStart = 0
    var bodyStart = 0
    var sawControl = false
    /// The exchange that the current response belongs to.
    public private(set) var exchange = Exchange()
    /// The status of the current or last response, or `nil` before the first ``begin(_:)`` of an exchange.
    public private(set) var status: Status?
    /// The cost of the response beyond that of a redirect, in units of refusals; see ``charge(_:)``.
    public private(set) var cost = 0
    /// The value of the `Date` field, which the owner keeps up to date.
    public var date = HTTPDate()
    /// The body size of the current or last response in bytes; 0 if the body is omitted.
    public private(set) var bodyCount = 0
    /// Field lines that follow the date in every response of the exchange.
    private var exchangeFields = FieldLines()
    /// HTTP/2: the ranges of the response's field lines and content.
    private var lineRange = 0..<0
    private var contentRange = 0..<0
    /// HTTP/2: field lines to send after the content (RFC 9113, section 8.1), each with its CRLF. Only for a response with
    /// content.
    public var trailers: StaticString?
    /// HTTP/2: the length of the finished response to send, or `nil` to send none.
    public private(set) var statedLength: Int?

    /// Creates a writer whose buffer holds `capacity` bytes before it grows.
    public init(capacity: Int = 16_384) {
        buffer = ByteBuffer(capacity: capacity)
    }

    // MARK: - For handlers

    /// Begins the response. A second call before ``finish()`` discards the output of the first.
    public mutating func begin(_ status: Status) {
        precondition(stage != .finished && stage != .deferred, "the request has been answered")
        buffer.truncate(to: responseStart)
        sawControl = false
        self.status = status
        stage = .fields
        if exchange.version != .http2 { writeLine(of: status) }
        date.appendLines(to: &buffer)
        exchangeFields.append(to: &buffer)
    }

    private mutating func writeLine(of status: Status) {
        switch status.code {
        case 200: buffer.append("HTTP/1.1 200 OK\r\n")
        case 302: buffer.append("HTTP/1.1 302 Found\r\n")
        case 404: buffer.append("HTTP/1.1 404 Not Found\r\n")
        default:
            buffer.append("HTTP/1.1 ")
            buffer.append(decimal: Int(status.code))
            buffer.append(0x20)
            buffer.append(status.reason)
            buffer.append(0x0D, 0x0A)
        }
    }

    /// Writes a field. A value with a control character turns the response into a 500, which prevents response
    /// splitting.
    public mutating func field(_ name: StaticString, _ value: Span<UInt8>) {
        beginField(name)
        appendToField(value)
        endField()
    }

    /// Writes a field with a literal value.
    public mutating func field(_ name: StaticString, _ value: StaticString) {
        beginField(name)
        buffer.append(value)
        endField()
    }

    /// Writes prepared field lines, each with its CRLF and otherwise without control characters.
    public mutating func fieldLines(_ lines: Span<UInt8>) {
        precondition(stage == .fields, "fields must come between begin and body")
        buffer.append(lines)
    }

    /// Writes literal field lines, each with its CRLF: `Name: value\r\n`.
    public mutating func fieldLines(_ lines: StaticString) {
        precondition(stage == .fields, "fields must come between begin and body")
        buffer.append(lines)
    }

    /// Writes a field with a numeric value.
    public mutating func field(_ name: StaticString, _ value: Int) {
        beginField(name)
        buffer.append(decimal: value)
        endField()
    }

    /// Begins a field whose value is written in pieces, until ``endField()``.
    public mutating func beginField(_ name: StaticString) {
        precondition(stage == .fields, "fields must come between begin and body")
        buffer.append(name)
        buffer.append(0x3A, 0x20)
    }

    /// Writes a piece of a field value; see ``field(_:_:)-(_,Span<UInt8>)`` for control characters.
    public mutating func appendToField(_ piece: Span<UInt8>) {
        if piece.hasControl { sawControl = true }
        buffer.append(piece)
    }

    /// Writes a literal piece of a field value.
    public mutating func appendToField(_ piece: StaticString) { buffer.append(piece) }

    /// Ends the field begun by ``beginField(_:)``.
    public mutating func endField() { buffer.append(0x0D, 0x0A) }

    /// Writes a piece of the body.
    public mutating func append(_ piece: Span<UInt8>) {
        beginBody()
        buffer.append(piece)
    }

    /// Writes a literal piece of the body.
    public mutating func append(_ piece: StaticString) {
        beginBody()
        buffer.append(piece)
    }

    /// Calls `write` to append a piece of the body. It must not change existing contents of the buffer.
    public mutating func appendBody(_ write: (inout ByteBuffer) -> Void) {
        beginBody()
        let mark = buffer.count
        write(&buffer)
        precondition(buffer.count >= mark, "a body must not remove bytes")
    }

    /// Writes the UTF-8 of a string into the body. For cold paths.
    public mutating func append(_ string: String) {
        beginBody()
        let utf8 = string.utf8
        buffer.append(utf8.span)
    }

    /// Adds to the cost of the response, in units of refusals. Connections may have a budget for it.
    public mutating func charge(_ refusals: Int) { cost += refusals }

    /// Closes the connection after this response.
    public mutating func closeConnection() { exchange.keepsAlive = false }

    /// Ends the response: inserts the length and connection fields before the body.
    public mutating func finish() {
        precondition(stage == .fields || stage == .body, "finish without begin")
        guard !sawControl, let status else {
            begin(.internalServerError)
            return finish()
        }
        let mark = stage == .body ? bodyStart : buffer.count
        let length = buffer.count - mark
        if stage == .body, exchange.isHead || status.forbidsBody { buffer.truncate(to: mark) }
        bodyCount = buffer.count - mark
        let stated = status.forbidsBody ? nil : length
        if exchange.version == .http2 {
            lineRange = responseStart..<mark
            contentRange = mark..<buffer.count
            statedLength = stated
        } else {
            insertFraming(at: mark, length: stated)
        }
        stage = .finished
    }

    /// Ends the fields of a response whose body continues until the connection closes (RFC 9112, section 6.3). Its
    /// pieces are written with ``append(frames:)``. Called by the connection; not for HTTP/2.
    public mutating func leaveOpen() {
        precondition(stage == .fields && exchange.version != .http2, "an open body must follow the fields, in HTTP/1")
        buffer.append("Connection: close\r\n\r\n")
        bodyCount = 0
        stage = .idle
        responseStart = buffer.count
    }

    /// Defers the response. The connection reads no further request until it is written.
    public mutating func deferAnswer() {
        precondition(stage != .finished, "the request has been answered")
        buffer.truncate(to: responseStart)
        stage = .deferred
    }

    // MARK: - Whole responses

    /// Responds with a short plain text that names the status; the form of every refusal.
    public mutating func respond(_ status: Status) {
        begin(status)
        finishPlain(status)
    }

    /// Responds with 405 and the allowed methods (RFC 9110, section 15.5.6).
    public mutating func methodNotAllowed(allow methods: StaticString) {
        begin(.methodNotAllowed)
        field("Allow", methods)
        finishPlain(.methodNotAllowed)
    }

    /// Responds with 405 and a list of allowed methods built at run time: `GET, HEAD`.
    public mutating func methodNotAllowed(allow methods: Span<UInt8>) {
        begin(.methodNotAllowed)
        field("Allow", methods)
        finishPlain(.methodNotAllowed)
    }

    /// Responds with 503 and asks the client to retry after a second (RFC 9110, section 10.2.3).
    public mutating func respondOverloaded() {
        begin(.serviceUnavailable)
        field("Retry-After", "1")
        finishPlain(.serviceUnavailable)
    }

    private mutating func finishPlain(_ status: Status) {
        field("Cache-Control", "no-store")
        field("Referrer-Policy", "no-referrer")
        field("Content-Type", "text/plain; charset=utf-8")
        append(status.reason)
        append("\n")
        finish()
    }

    private mutating func beginBody() {
        if stage == .body { return }
        precondition(stage == .fields, "a body must follow the fields")
        stage = .body
        bodyStart = buffer.count
    }

    /// Inserts the last fields and the empty line before the body, which moves up.
    private mutating func insertFraming(at mark: Int, length: Int?) {
        let bodyCount = buffer.count - mark
        let end = buffer.count
        if length == 0, exchange.keepsAlive, exchange.version != .http1_0, bodyCount == 0 {
            return buffer.append("Content-Length: 0\r\n\r\n")
        }
        if let length {
            buffer.append("Content-Length: ")
            buffer.append(decimal: length)
            buffer.append(0x0D, 0x0A)
        }
        if !exchange.keepsAlive {
            buffer.append("Connection: close\r\n")
        } else if exchange.version == .http1_0 {
            buffer.append("Connection: keep-alive\r\n")
        }
        buffer.append(0x0D, 0x0A)
        if bodyCount > 0 { buffer.rotate(from: mark, middle: end) }
    }
}

// MARK: - For the connection

extension ResponseWriter {
    /// Begins an exchange. The next response answers its request.
    public mutating func beginExchange(_ exchange: Exchange) {
        self.exchange = exchange
        status = nil
        cost = 0
        trailers = nil
        stage = .idle
        sawControl = false
        responseStart = buffer.count
        exchangeFields.removeAll()
    }

    /// Adds a field to every response of the exchange. Its value must not contain control characters.
    public mutating func exchangeField(_ name: StaticString, _ value: Span<UInt8>) {
        precondition(stage == .idle, "an exchange's fields must be set before its response")
        exchangeFields.append(name, value)
    }

    /// Adds field lines to every response of the exchange, each with its CRLF and otherwise without control characters.
    public mutating func exchangeFieldLines(_ lines: Span<UInt8>) {
        precondition(stage == .idle, "an exchange's fields must be set before its response")
        exchangeFields.append(lines)
    }

    /// Ends an exchange after the handler has returned: finishes an unfinished response, and responds with 500 if none
    /// was begun. Returns whether the response is deferred.
    public mutating func endExchange() -> Bool {
        switch stage {
        case .finished: break
        case .deferred: return true
        case .fields, .body: finish()
        case .idle: respond(.internalServerError)
        }
        stage = .idle
        responseStart = buffer.count
        return false
    }

    /// Writes `100 Continue`.
    public mutating func writeContinue() {
        buffer.append("HTTP/1.1 100 Continue\r\n\r\n")
        responseStart = buffer.count
    }

    /// HTTP/2: the field lines of the finished response, each with its CRLF, until the bytes are removed.
    public var responseLines: Span<UInt8> {
        @_lifetime(borrow self) get { buffer.bytes.extracting(lineRange) }
    }

    /// HTTP/2: the content of the finished response, until the bytes are removed.
    public var content: Span<UInt8> {
        @_lifetime(borrow self) get { buffer.bytes.extracting(contentRange) }
    }

    /// Appends HTTP/2 frames, or a piece of an open body, to the pending output.
    public mutating func append(frames: Span<UInt8>) {
        precondition(stage == .idle, "frames must come between responses")
        buffer.append(frames)
        responseStart = buffer.count
    }

    /// The pending output.
    public var pending: Span<UInt8> {
        @_lifetime(borrow self) get { buffer.bytes }
    }

    /// Passes the bytes from `offset` on to a system call and returns its result. Changes nothing; `mutating` because a borrowed
    /// writer would be copied.
    public mutating func transmit(from offset: Int, _ body: (UnsafeRawBufferPointer) -> Int) -> Int {
        let rest = buffer.message(at: offset)
        // Safe: the pointer is valid during the call.
        return unsafe rest.withUnsafeBytes { unsafe body($0) }
    }

    /// The number of bytes of pending output.
    public var pendingCount: Int { buffer.count }

    /// The capacity of the buffer in bytes.
    public var capacity: Int { buffer.capacity }

    /// Discards the pending output, either sent or without a recipient.
    public mutating func removePending() {
        buffer.removeAll()
        responseStart = 0
        stage = .idle
    }
}
