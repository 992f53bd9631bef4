import Foundation
import Synchronization

/// Ports of 127.0.0.1 for programs that have to be told theirs before they start.
///
/// They lie below those that the system gives to connections and to listeners on port 0
/// (`/proc/sys/net/ipv4/ip_local_port_range`). A port of that range that is free now may be some connection's own by the
/// time the program binds it: HAProxy once found its port taken so, in a run with two thousand tests beside it.
public enum FreePort {
    /// Where no port was free.
    public struct NoneLeft: Error {}

    /// Ports that nothing else asks for, but programs that people start themselves.
    private static let range = UInt16(10_000)..<firstOfConnections()

    /// How many ports this process has looked at. Processes begin at different ports.
    private static let looked = Atomic(Int(ProcessInfo.processInfo.processIdentifier) * 97)

    /// A port that no program listens on, and that this process gives to nobody else.
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
        // A system that gives nearly all ports to connections has no better ones.
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
