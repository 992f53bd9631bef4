public import ByteText

/// Writes responses, one after the other, into a send buffer (RFC 9112).
///
/// A response to a request of HTTP/2 is left in pieces, for who makes frames of it: ``responseLines``, ``statedLength`` and
/// ``content``.
///
/// A response is a status, fields, and a body in any number of pieces:
///
///     response.begin(.found)
///     response.field("Location", location)
///     response.finish()
///
/// `Date`, `X-Content-Type-Options`, `Content-Length` and `Connection` are the writer's own. A body is left out for HEAD,
/// with its length stated. A warm writer does not allocate.
public struct ResponseWriter: ~Copyable {
    /// How far the current response is.
    public enum Stage: Sendable, Equatable {
        case idle, fields, body, finished
        /// The handler has said that it answers later.
        case deferred
    }

    var buffer: ByteBuffer
    var stage = Stage.idle
    /// Where the current response begins in the buffer, and where its body does.
    var responseStart = 0
    var bodyStart = 0
    var sawControl = false
    /// What the current response answers.
    public private(set) var exchange = Exchange()
    /// The status of the current or last response; nil before the first ``begin(_:)`` of an exchange.
    public private(set) var status: Status?
    /// What the response costs the server beyond a redirect, as so many refusals; see ``charge(_:)``.
    public private(set) var cost = 0
    /// The value of the field `Date`; the owner keeps it up to date.
    public var date = HTTPDate()
    /// How many bytes of the current or last response are its body's; none where it is left out.
    public private(set) var bodyCount = 0
    /// Whole field lines that each response of the exchange has after its date.
    private var exchangeFields = FieldLines()
    /// Of a response of HTTP/2: where its field lines and its content are.
    private var lineRange = 0..<0
    private var contentRange = 0..<0
    /// Of a finished response of HTTP/2: the length to state; nil where none is to be.
    public private(set) var statedLength: Int?

    /// Makes a writer whose buffer holds `capacity` bytes before it grows.
    public init(capacity: Int = 16_384) {
        buffer = ByteBuffer(capacity: capacity)
    }

    // MARK: - For handlers

    /// Begins the response. A second call before ``finish()`` forgets what the first one has written.
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

    /// Writes a field. A value with a control character turns the response into a 500: nothing may split it.
    public mutating func field(_ name: StaticString, _ value: Span<UInt8>) {
        beginField(name)
        appendToField(value)
        endField()
    }

    /// Writes a field whose value is a literal.
    public mutating func field(_ name: StaticString, _ value: StaticString) {
        beginField(name)
        buffer.append(value)
        endField()
    }

    /// Writes whole field lines that were put together beforehand, each with its end and without controls otherwise.
    public mutating func fieldLines(_ lines: Span<UInt8>) {
        precondition(stage == .fields, "fields come between begin and body")
        buffer.append(lines)
    }

    /// Writes whole field lines that are known beforehand, each with its end: `Name: value\r\n`.
    public mutating func fieldLines(_ lines: StaticString) {
        precondition(stage == .fields, "fields come between begin and body")
        buffer.append(lines)
    }

    /// Writes a field whose value is a number.
    public mutating func field(_ name: StaticString, _ value: Int) {
        beginField(name)
        buffer.append(decimal: value)
        endField()
    }

    /// Begins a field whose value is written in pieces, up to ``endField()``.
    public mutating func beginField(_ name: StaticString) {
        precondition(stage == .fields, "fields come between begin and body")
        buffer.append(name)
        buffer.append(0x3A, 0x20)
    }

    /// Writes a piece of a field's value; see ``field(_:_:)-(_,Span<UInt8>)`` for control characters.
    public mutating func appendToField(_ piece: Span<UInt8>) {
        if piece.hasControl { sawControl = true }
        buffer.append(piece)
    }

    /// Writes a literal piece of a field's value.
    public mutating func appendToField(_ piece: StaticString) { buffer.append(piece) }

    /// Ends the field that ``beginField(_:)`` began.
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

    /// Lets a closure append a piece of the body; what is in the buffer before it, it must leave alone.
    public mutating func appendBody(_ write: (inout ByteBuffer) -> Void) {
        beginBody()
        let mark = buffer.count
        write(&buffer)
        precondition(buffer.count >= mark, "a body takes nothing away")
    }

    /// Writes one byte of the body.
    public mutating func append(_ byte: UInt8) {
        beginBody()
        buffer.append(byte)
    }

    /// Writes a number that is not negative into the body.
    public mutating func append(decimal value: Int) {
        beginBody()
        buffer.append(decimal: value)
    }

    /// Writes the UTF-8 of a string into the body. For the cold paths.
    public mutating func append(_ string: String) {
        beginBody()
        let utf8 = string.utf8
        buffer.append(utf8.span)
    }

    /// Says that the response costs the server as much as so many refusals. A connection may have a budget of them.
    public mutating func charge(_ refusals: Int) { cost += refusals }

    /// Says that the connection is to be closed after this response.
    public mutating func closeConnection() { exchange.keepsAlive = false }

    /// Ends the response: length, connection fields and body get their places.
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

    /// Ends the fields of a response whose body goes on until the connection ends (RFC 9112, section 6.3); its pieces are
    /// appended as ``append(frames:)`` has it. For the connection, and not for HTTP/2.
    public mutating func leaveOpen() {
        precondition(stage == .fields && exchange.version != .http2, "an open body comes after the fields, in HTTP/1")
        buffer.append("Connection: close\r\n\r\n")
        bodyCount = 0
        stage = .idle
        responseStart = buffer.count
    }

    /// Says that the answer comes later; the connection reads no further request until then.
    public mutating func deferAnswer() {
        precondition(stage != .finished, "the request has been answered")
        buffer.truncate(to: responseStart)
        stage = .deferred
    }

    // MARK: - Whole responses

    /// Answers with a short plain text that names the status; the form of every refusal.
    public mutating func respond(_ status: Status) {
        begin(status)
        finishPlain(status)
    }

    /// Answers 405 with the methods that are allowed (RFC 9110, section 15.5.6).
    public mutating func methodNotAllowed(allow methods: StaticString) {
        begin(.methodNotAllowed)
        field("Allow", methods)
        finishPlain(.methodNotAllowed)
    }

    /// Answers 405 with methods that were put together: `GET, HEAD`.
    public mutating func methodNotAllowed(allow methods: Span<UInt8>) {
        begin(.methodNotAllowed)
        field("Allow", methods)
        finishPlain(.methodNotAllowed)
    }

    /// Answers 503 and asks the client to retry in a second (RFC 9110, section 10.2.3).
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
        precondition(stage == .fields, "a body comes after the fields")
        stage = .body
        bodyStart = buffer.count
    }

    /// Writes the last fields and the empty line between the fields and the body, which moves up for them.
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
    /// Begins an exchange: the next response answers a request like this one.
    public mutating func beginExchange(_ exchange: Exchange) {
        self.exchange = exchange
        status = nil
        cost = 0
        stage = .idle
        sawControl = false
        responseStart = buffer.count
        exchangeFields.removeAll()
    }

    /// Adds a field to every response of the exchange. Its value must have no control characters.
    public mutating func exchangeField(_ name: StaticString, _ value: Span<UInt8>) {
        precondition(stage == .idle, "fields of an exchange come before its response")
        exchangeFields.append(name, value)
    }

    /// Adds whole lines to every response of the exchange, each with its end and without controls otherwise.
    public mutating func exchangeFieldLines(_ lines: Span<UInt8>) {
        precondition(stage == .idle, "fields of an exchange come before its response")
        exchangeFields.append(lines)
    }

    /// Ends an exchange after the handler has returned: what it left open is finished, what it did not begin is a 500.
    /// Returns whether the answer comes later.
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

    /// Of a finished response of HTTP/2: its field lines, each with its end, until the bytes are removed.
    public var responseLines: Span<UInt8> {
        @_lifetime(borrow self) get { buffer.bytes.extracting(lineRange) }
    }

    /// Of a finished response of HTTP/2: its content, until the bytes are removed.
    public var content: Span<UInt8> {
        @_lifetime(borrow self) get { buffer.bytes.extracting(contentRange) }
    }

    /// Appends frames, which hold responses in pieces, or a piece of an open body, to what is to be sent.
    public mutating func append(frames: Span<UInt8>) {
        precondition(stage == .idle, "frames come between responses")
        buffer.append(frames)
        responseStart = buffer.count
    }

    /// The bytes that are to be sent.
    public var pending: Span<UInt8> {
        @_lifetime(borrow self) get { buffer.bytes }
    }

    /// Passes the bytes from `offset` on to a system call and returns its result.
    public func transmit(from offset: Int, _ body: (UnsafeRawBufferPointer) -> Int) -> Int {
        let rest = buffer.message(at: offset)
        // Safe: the pointer is valid during the call.
        return unsafe rest.withUnsafeBytes { unsafe body($0) }
    }

    /// How many bytes are to be sent.
    public var pendingCount: Int { buffer.count }

    /// How many bytes the buffer has room for.
    public var capacity: Int { buffer.capacity }

    /// Forgets the bytes, which have been sent or have no receiver any more.
    public mutating func removePending() {
        buffer.removeAll()
        responseStart = 0
        stage = .idle
    }
}
