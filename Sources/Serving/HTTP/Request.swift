import ByteText

/// A request in place in the receive buffer.
///
/// All spans point into the buffer and live as long as the handler's call; what is to be kept is copied. Reading costs no
/// allocation.
public struct Request: ~Copyable, ~Escapable {
    private let bytes: Span<UInt8>
    private let lines: Span<FieldLine>
    private let head: RequestHead
    private let bodyRange: MessageRange

    @_lifetime(copy bytes, copy lines)
    init(bytes: Span<UInt8>, lines: Span<FieldLine>, head: RequestHead, body: Range<Int>) {
        self.bytes = bytes
        self.lines = lines
        self.head = head
        bodyRange = MessageRange(body)
    }

    /// The method; ``Method/other`` for one that this server has no name for.
    public var method: Method { head.method }

    /// The method as it was sent.
    public var methodName: Span<UInt8> {
        @_lifetime(copy self) get { bytes.extracting(head.methodRange.indices) }
    }

    /// The version of HTTP that it came in.
    public var version: HTTPVersion { head.version }

    /// Path and query as they were sent: begins with `/`, or is `*` (for OPTIONS only). Visible ASCII without `#`.
    public var target: Span<UInt8> {
        @_lifetime(copy self) get { bytes.extracting(head.target.indices) }
    }

    /// The target up to its question mark.
    public var path: Span<UInt8> {
        @_lifetime(copy self) get {
            bytes.extracting(head.target.lowerBound..<(head.query.map { Int($0) - 1 } ?? head.target.upperBound))
        }
    }

    /// The target after its question mark; nil without one.
    public var query: Span<UInt8>? {
        @_lifetime(copy self) get {
            guard let start = head.query else { return nil }
            return bytes.extracting(Int(start)..<head.target.upperBound)
        }
    }

    /// The host that the request is for, in lower case, without the port: a name, or an IPv6 literal in its brackets. Empty
    /// where HTTP/1.0 names none.
    public var host: Span<UInt8> {
        @_lifetime(copy self) get { bytes.extracting(head.host.indices) }
    }

    /// The port after the host; nil where there is none.
    public var port: Int? { head.port.map(Int.init) }

    /// The body, its chunks put together; empty without one.
    public var body: Span<UInt8> {
        @_lifetime(copy self) get { bytes.extracting(bodyRange.indices) }
    }

    /// Whether the connection may carry another request after this one, as far as the client is concerned.
    public var keepsAlive: Bool { head.keepsAlive }

    /// How many field lines there are, in the order of the message.
    public var fieldCount: Int { lines.count }

    /// The name of a field line, as it was sent.
    @_lifetime(copy self)
    public func fieldName(_ index: Int) -> Span<UInt8> { bytes.extracting(lines[index].name) }

    /// The value of a field line without blanks around it: no controls but tabs; bytes from 0x80 on may occur.
    @_lifetime(copy self)
    public func fieldValue(_ index: Int) -> Span<UInt8> { bytes.extracting(lines[index].value) }

    /// The first line at or after `start` of the field with a lower-case name.
    public func fieldIndex(of name: StaticString, from start: Int = 0) -> Int? {
        let length = name.utf8CodeUnitCount
        var index = start
        while index < lines.count {
            let line = lines[index]
            if Int(line.nameCount) == length, bytes.extracting(line.name).equalsIgnoringCase(name) { return index }
            index += 1
        }
        return nil
    }

    /// Whether any line has a lower-case name.
    public func hasField(_ name: StaticString) -> Bool { fieldIndex(of: name) != nil }

    /// The value of the first line of the field with a lower-case name.
    @_lifetime(copy self)
    public func value(of name: StaticString) -> Span<UInt8>? {
        guard let index = fieldIndex(of: name) else { return nil }
        return fieldValue(index)
    }

    /// The value of the field with a lower-case name where exactly one line has it: for fields that must not be repeated, and
    /// of which two readers might pick different lines.
    @_lifetime(copy self)
    public func onlyValue(of name: StaticString) -> Span<UInt8>? {
        guard let index = fieldIndex(of: name), fieldIndex(of: name, from: index + 1) == nil else { return nil }
        return fieldValue(index)
    }
}

extension RequestReader {
    /// The request that ``next()`` has announced, until ``finishRequest()``.
    public var request: Request {
        @_lifetime(borrow self) get {
            precondition(hasRequest, "there is no request")
            return Request(
                bytes: buffer.message(at: start), lines: lines, head: head,
                body: bodyStart..<bodyEnd)
        }
    }

    /// What the answer to the announced request has to know about it.
    public var exchange: Exchange {
        Exchange(isHead: head.method == .head, version: head.version, keepsAlive: head.keepsAlive)
    }
}
