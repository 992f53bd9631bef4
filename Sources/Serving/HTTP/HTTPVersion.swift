/// The version of HTTP that a request came in.
public enum HTTPVersion: UInt8, Sendable, Hashable {
    /// HTTP/1.0: a connection closes after the response unless both sides say otherwise.
    case http1_0
    /// HTTP/1.1 (RFC 9112); any 1.x above it counts as it (RFC 9110, section 2.5).
    case http1_1
    /// HTTP/2 (RFC 9113).
    case http2

    /// As logs name it: `HTTP/1.1`, `HTTP/2.0`.
    public var text: StaticString {
        switch self {
        case .http1_0: "HTTP/1.0"
        case .http1_1: "HTTP/1.1"
        case .http2: "HTTP/2.0"
        }
    }
}
