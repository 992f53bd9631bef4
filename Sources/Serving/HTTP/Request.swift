import ByteText

/// A request, in place in the receive buffer.
///
/// All spans point into the buffer and are valid only during the handler's call; data needed longer must be copied.
/// Reading does not allocate.
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

    /// The method, or ``Method/other`` for one without a case.
    public var method: Method { head.method }

    /// The method, as sent.
    public var methodName: Span<UInt8> {
        @_lifetime(copy self) get { bytes.extracting(head.methodRange.indices) }
    }

    /// The HTTP version of the request.
    public var version: HTTPVersion { head.version }

    /// Path and query, as sent: begins with `/`, or is `*` (OPTIONS only). Visible ASCII without `#`.
    public var target: Span<UInt8> {
        @_lifetime(copy self) get { bytes.extracting(head.target.indices) }
    }

    /// The target up to the question mark.
    public var path: Span<UInt8> {
        @_lifetime(copy self) get {
            bytes.extracting(head.target.lowerBound..<(head.query.map { Int($0) - 1 } ?? head.target.upperBound))
        }
    }

    /// The target after the question mark, or `nil` if there is none.
    public var query: Span<UInt8>? {
        @_lifetime(copy self) get {
            guard let start = head.query else { return nil }
            return bytes.extracting(Int(start)..<head.target.upperBound)
        }
    }

    /// The host that the request is for, in lowercase and without the port: a name, or an IPv6 literal in brackets.
    /// Empty for an HTTP/1.0 request without a host.
    public var host: Span<UInt8> {
        @_lifetime(copy self) get { bytes.extracting(head.host.indices) }
    }

    /// The port after the host, or `nil` if there is none.
    public var port: Int? { head.port.map(Int.init) }

    /// The body, with chunks joined; empty if there is none.
    public var body: Span<UInt8> {
        @_lifetime(copy self) get { bytes.extracting(bodyRange.indices) }
    }

    /// Whether the client allows further requests on the connection.
    public var keepsAlive: Bool { head.keepsAlive }

    /// The number of field lines. They are in message order.
    public var fieldCount: Int { lines.count }

    /// The name of a field line, as sent.
    @_lifetime(copy self)
    public func fieldName(_ index: Int) -> Span<UInt8> { bytes.extracting(lines[index].name) }

    /// The value of a field line, without surrounding blanks. Contains no control characters except tabs; may contain
    /// bytes from 0x80 on.
    @_lifetime(copy self)
    public func fieldValue(_ index: Int) -> Span<UInt8> { bytes.extracting(lines[index].value) }

    /// The index of the first line with this field name, from `start` on. The name must be lowercase.
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

    /// Whether any line has this field name, which must be lowercase.
    public func hasField(_ name: StaticString) -> Bool { fieldIndex(of: name) != nil }

    /// The value of the first line with this field name, which must be lowercase.
    @_lifetime(copy self)
    public func value(of name: StaticString) -> Span<UInt8>? {
        guard let index = fieldIndex(of: name) else { return nil }
        return fieldValue(index)
    }

    /// The value of the field if exactly one line has this name, which must be lowercase. For fields that must not be
    /// repeated, since two parsers might pick different lines.
    @_lifetime(copy self)
    public func onlyValue(of name: StaticString) -> Span<UInt8>? {
        guard let index = fieldIndex(of: name), fieldIndex(of: name, from: index + 1) == nil else { return nil }
        return fieldValue(index)
    }
}

extension RequestReader {
    /// The request announced by ``next()``, until ``finishRequest()``.
    public var request: Request {
        @_lifetime(borrow self) get {
            precondition(hasRequest, "there is no request")
            return Request(
                bytes: buffer.message(at: start), lines: lines, head: head,
                body: bodyStart..<bodyEnd)
        }
    }

    /// The properties of the announced request that its response depends on.
    public var exchange: Exchange {
        Exchange(isHead: head.method == .head, version: head.version, keepsAlive: head.keepsAlive)
    }
}

/// The properties of a request that determine the form of its response.
public struct Exchange: Sendable, Hashable {
    /// Whether the method is HEAD; the response then has no body, regardless of its fields.
    public var isHead: Bool
    /// The version of the request, which determines the form of the response.
    public var version: HTTPVersion
    /// Whether another request may follow. `false` for a refusal, or when the server is draining.
    public var keepsAlive: Bool

    /// The defaults are for a request that could not be parsed: HTTP/1.1, not HEAD, kept open.
    public init(isHead: Bool = false, version: HTTPVersion = .http1_1, keepsAlive: Bool = true) {
        self.isHead = isHead
        self.version = version
        self.keepsAlive = keepsAlive
    }
}

/// The HTTP version of a request.
public enum HTTPVersion: UInt8, Sendable, Hashable {
    /// HTTP/1.0: the connection closes after the response unless both sides request keep-alive.
    case http1_0
    /// HTTP/1.1 (RFC 9112), including any higher 1.x version (RFC 9110, section 2.5).
    case http1_1
    /// HTTP/2 (RFC 9113).
    case http2

    /// The form used in logs: `HTTP/1.1`, `HTTP/2.0`.
    public var text: StaticString {
        switch self {
        case .http1_0: "HTTP/1.0"
        case .http1_1: "HTTP/1.1"
        case .http2: "HTTP/2.0"
        }
    }
}

/// The method of a request (RFC 9110, section 9, and RFC 5789).
public enum Method: UInt8, Sendable {
    case get, head, post, put, patch, delete, options, trace, connect
    /// A well-formed method other than those above.
    case other

    /// Names are case-sensitive: `get` is not `GET`.
    init(_ name: Span<UInt8>) {
        switch name.count {
        case 3: self = name.isWord("GET") ? .get : name.equals("PUT") ? .put : .other
        case 4: self = name.equals("HEAD") ? .head : name.equals("POST") ? .post : .other
        case 5: self = name.equals("PATCH") ? .patch : name.equals("TRACE") ? .trace : .other
        case 6: self = name.equals("DELETE") ? .delete : .other
        case 7: self = name.equals("OPTIONS") ? .options : name.equals("CONNECT") ? .connect : .other
        default: self = .other
        }
    }
}
