public import ByteText
import CLibevent
import Glibc

/// The address of a listening socket or a peer.
public enum SocketAddress: Sendable, Hashable {
    case ip(IPAddress, port: UInt16)
    /// A socket in the file system; the peer of a connection has no path.
    case unix(path: String)

    /// The IP address without the port, or `nil` for a Unix socket.
    public var ip: IPAddress? {
        guard case .ip(let address, _) = self else { return nil }
        return address
    }
}

extension SocketAddress: CustomStringConvertible {
    /// Parses `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `*:8080` (every IPv4 and IPv6 address) or `unix:/path`.
    public init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            guard !path.isEmpty, path.utf8.count < SocketAddress.pathCapacity, !path.utf8.contains(0) else {
                return nil
            }
            self = .unix(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else { return nil }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
            guard host.contains(":") else { return nil }
        } else if host.contains(":") {
            return nil
        }
        switch host {
        case "localhost": host = "127.0.0.1"
        case "*": host = "::"
        default: break
        }
        guard let address = IPAddress(host) else { return nil }
        self = .ip(address, port: port)
    }

    public var description: String {
        switch self {
        case .unix(let path): "unix:\(path)"
        case .ip(let address, let port): address.isIPv4 ? "\(address):\(port)" : "[\(address)]:\(port)"
        }
    }

    /// The size of the path in `sockaddr_un`, including the terminating NUL.
    static var pathCapacity: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) }
}
