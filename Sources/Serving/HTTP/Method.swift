import ByteText

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
