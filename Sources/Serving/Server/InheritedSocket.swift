import Glibc
public import Libevent

/// A listening socket inherited from a service manager or from the predecessor process.
///
/// The protocol is sd_listen_fds(3): descriptors from 3 on, `LISTEN_FDS` of them, for the process `LISTEN_PID`, with
/// the names `LISTEN_FDNAMES`. A predecessor can't set `LISTEN_PID`, since it does not know the successor's process ID
/// in advance; it sets `LISTEN_PPID` to its own.
public struct InheritedSocket: Sendable {
    /// `front`, `edge` or `admin` for a socket of that listener kind, `front-proxy` if it expects the PROXY protocol. A
    /// socket with any other name is matched by its address.
    public var name: String
    /// The listening socket, closed when its last reference is released.
    public var socket: ListeningSocket

    /// Pairs a socket with its name.
    public init(name: String, socket: ListeningSocket) {
        self.name = name
        self.socket = socket
    }

    private static let firstDescriptor: Int32 = 3

    /// Adopts the sockets specified by the environment; none if they are meant for another process. Called once.
    public static func adopt(_ environment: [String: String]) throws(InheritanceFault) -> [InheritedSocket] {
        let isSuccessor = environment["LISTEN_PPID"] != nil
        guard let text = environment["LISTEN_FDS"], isSuccessor || environment["LISTEN_PID"] == "\(getpid())" else {
            return []
        }
        guard let count = Int32(text), (0...4096).contains(count) else {
            throw InheritanceFault("LISTEN_FDS: `\(text)` is not a valid descriptor count")
        }
        let names =
            environment["LISTEN_FDNAMES"].map { $0.split(separator: ":", omittingEmptySubsequences: false) } ?? []
        var sockets: [InheritedSocket] = []
        for index in 0..<count {
            let name = Int(index) < names.count ? String(names[Int(index)]) : "unknown"
            let descriptor = firstDescriptor + index
            do {
                let socket = try ListeningSocket(adopting: descriptor, removesFile: isSuccessor)
                sockets.append(InheritedSocket(name: name, socket: socket))
            } catch {
                throw InheritanceFault("descriptor \(descriptor) (\(name)) is not a listening socket: \(error)")
            }
        }
        return sockets
    }
}

/// Why inherited sockets can't be used.
public struct InheritanceFault: Error, CustomStringConvertible {
    public var description: String

    init(_ description: String) { self.description = description }
}
