public import ByteText

/// The header that a proxy sends before anything else, to name the client: the PROXY protocol of HAProxy.
///
/// It is read as strictly as its text allows: what the specification rules out is malformed, and nothing is guessed. Only
/// trusted peers may send one, and it says nothing about any hop before the client.
///
/// https://www.haproxy.org/download/2.6/doc/proxy-protocol.txt
public struct ProxyHeader: Sendable, Hashable {
    /// Who is at the other end.
    public enum Client: Sendable, Hashable {
        /// The sender itself, as for its health checks (`LOCAL`).
        case sender
        /// A client of which the sender has no address (`UNKNOWN`, `AF_UNSPEC`, `AF_UNIX`).
        case unknown
        case address(IPAddress, port: UInt16)
    }

    /// What the first bytes of a connection come to.
    public enum Reading: Sendable, Hashable {
        /// All of them are of a header that goes on.
        case incomplete
        /// No header can begin so.
        case malformed
        /// A header of as many bytes; the rest is not its own.
        case header(ProxyHeader, count: Int)
    }

    /// The client whose connection it is.
    public var client: Client

    /// How many bytes a header may have, as in nginx; those of version 1 have fewer.
    public static let largestCount = 4096

    /// Reads the bytes that have arrived. More of them never change a reading other than ``Reading/incomplete``. Does not
    /// allocate.
    public static func read(_ bytes: Span<UInt8>) -> Reading {
        guard bytes.count > 0 else { return .incomplete }
        return bytes[0] == UInt8(ascii: "P") ? readText(bytes) : readBinary(bytes)
    }
}
