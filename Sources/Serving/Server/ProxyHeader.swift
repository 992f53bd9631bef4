public import ByteText

/// The PROXY protocol header (HAProxy), which a proxy sends first to identify the client.
///
/// Parsing is strict: anything the specification does not allow is malformed. Only trusted peers may send a header. It
/// carries no information about hops before the client.
///
/// https://www.haproxy.org/download/2.6/doc/proxy-protocol.txt
public struct ProxyHeader: Sendable, Hashable {
    /// The other end of the connection.
    public enum Client: Sendable, Hashable {
        /// The sender itself, such as for health checks (`LOCAL`).
        case sender
        /// A client without a known address (`UNKNOWN`, `AF_UNSPEC`, `AF_UNIX`).
        case unknown
        case address(IPAddress, port: UInt16)
    }

    /// The result of parsing the first bytes of a connection.
    public enum Reading: Sendable, Hashable {
        /// The bytes are the beginning of a header.
        case incomplete
        /// No header begins like this.
        case malformed
        /// A header of `count` bytes; the rest belongs to the connection.
        case header(ProxyHeader, count: Int)
    }

    /// The client of the connection.
    public var client: Client

    /// The maximum size of a header in bytes, as in nginx; version 1 headers are shorter.
    public static let largestCount = 4096

    /// Parses the bytes received so far. Additional bytes change the result only if it is ``Reading/incomplete``. Does
    /// not allocate.
    public static func read(_ bytes: Span<UInt8>) -> Reading {
        guard bytes.count > 0 else { return .incomplete }
        return bytes[0] == UInt8(ascii: "P") ? readText(bytes) : readBinary(bytes)
    }
}
