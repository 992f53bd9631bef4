import Foundation
import Synchronization

/// Ports of 127.0.0.1 for programs that need theirs before they start.
///
/// They are below those that the system assigns to connections and to listeners on port 0
/// (`/proc/sys/net/ipv4/ip_local_port_range`). A free port of that range may be assigned to a connection by the time
/// the program binds it: HAProxy once found its port taken that way, in a run of two thousand tests.
public enum FreePort {
    /// No port is free.
    public struct NoneLeft: Error {}

    /// Ports that only explicitly started programs use.
    private static let range = UInt16(10_000)..<firstOfConnections()

    /// The number of ports examined by this process. Processes begin at different ports.
    private static let looked = Atomic(Int(ProcessInfo.processInfo.processIdentifier) * 97)

    /// A port without a listener, which this process returns only once.
    public static func next() throws -> UInt16 {
        for _ in range {
            let index = looked.add(1, ordering: .relaxed).oldValue % range.count
            let port = range.lowerBound + UInt16(index)
            if isFree(port) { return port }
        }
        throw NoneLeft()
    }

    private static func firstOfConnections() -> UInt16 {
        let text = try? String(contentsOfFile: "/proc/sys/net/ipv4/ip_local_port_range", encoding: .utf8)
        let first = text?.split(whereSeparator: \.isWhitespace).first.flatMap { UInt16($0) } ?? 32_768
        // A system that assigns nearly all ports to connections has no better range.
        return first > 12_000 ? first : 32_768
    }

    private static func isFree(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        // Safe: the kernel reads a local of the size that is passed.
        return unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
