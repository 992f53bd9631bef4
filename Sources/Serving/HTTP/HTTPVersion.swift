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
