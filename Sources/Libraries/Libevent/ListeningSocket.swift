import ByteText
import CLibevent
import Glibc
import Synchronization

/// A bound, non-blocking socket that listens; several loops may accept from it.
///
/// TCP sockets are made with `SO_REUSEPORT`, so that each worker has its own queue of the kernel's. Dropping the last
/// reference closes the socket and removes the file of a Unix socket.
public final class ListeningSocket: Sendable {
    /// Where it listens; the port is the one that the kernel chose where 0 was asked for.
    public let address: SocketAddress
    let descriptor: Int32
    /// Whether the file of a Unix socket goes when the socket is closed.
    private let removesFile: Atomic<Bool>
    /// The file of a Unix socket, as it was when the socket was made: another one under its name belongs to another process.
    private let file: SocketFile?

    /// Opens a socket and listens. An address that another process listens on is an error.
    public convenience init(_ address: SocketAddress) throws(EventError) {
        try ListeningSocket.refuseIfTaken(address)
        try self.init(binding: address)
    }

    /// Opens one more socket at the same address, with a queue of its own; nil where the system has no such thing (Unix).
    public func sibling() throws(EventError) -> ListeningSocket? {
        guard case .ip = address else { return nil }
        return try ListeningSocket(binding: address)
    }

    /// Adopts a socket that listens already, passed on by a service manager or a predecessor.
    ///
    /// - Parameter removesFile: Whether the file of a Unix socket is this process's to remove.
    public init(adopting descriptor: Int32, removesFile: Bool = false) throws(EventError) {
        guard let address = ListeningSocket.localAddress(of: descriptor) else { throw EventError.last("getsockname") }
        guard ListeningSocket.option(descriptor, SO_ACCEPTCONN) == 1 else {
            throw EventError("listen on \(address)", code: EINVAL)
        }
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0,
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { throw EventError.last("fcntl") }
        // Accepted sockets inherit it; on a Unix socket it fails, which does no harm.
        ListeningSocket.setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        self.address = address
        self.descriptor = descriptor
        self.removesFile = Atomic(removesFile)
        file = SocketFile(of: address)
    }

    /// The same socket under another descriptor, which is the caller's to close: for a process that is to listen as well.
    ///
    /// What waits in the queue is lost only when the last descriptor of the socket is closed.
    public func duplicate() throws(EventError) -> Int32 {
        // Far above those that a new process is to inherit, so that neither overwrites the other.
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 512)
        guard copy >= 0 else { throw EventError.last("fcntl") }
        return copy
    }

    /// Leaves the file of a Unix socket where it is: another process listens there now.
    public func keepFile() { removesFile.store(false, ordering: .relaxed) }

    private init(binding address: SocketAddress) throws(EventError) {
        let descriptor = try ListeningSocket.open(address, sharesPort: true)
        guard listen(descriptor, SOMAXCONN) == 0 else {
            let error = EventError.last("listen on \(address)")
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        file = SocketFile(of: address)
        if case .unix = address {
            self.address = address
            removesFile = Atomic(true)
        } else {
            self.address = ListeningSocket.localAddress(of: descriptor) ?? address
            removesFile = Atomic(false)
        }
    }

    /// Owns a Unix socket that listens, and the file that is at its path now.
    init(owning descriptor: Int32, at path: String) {
        address = .unix(path: path)
        self.descriptor = descriptor
        removesFile = Atomic(true)
        file = SocketFile(of: address)
    }

    deinit {
        close(descriptor)
        if removesFile.load(ordering: .relaxed), let file, file == SocketFile(of: address) { file.remove() }
    }

    /// `SO_REUSEPORT` would let a second daemon share the port unnoticed. A bind without it fails then; a Unix socket
    /// that no process listens on is left over from a process that died, and is removed. No other file ever is.
    private static func refuseIfTaken(_ address: SocketAddress) throws(EventError) {
        switch address {
        case .ip(_, port: 0): return
        case .ip: close(try open(address, sharesPort: false))
        case .unix: try leftOver(at: address)?.remove()
        }
    }

    /// The socket that a process has left which is gone; nil where there is no file. One that a process listens on is an
    /// error that names the process, and so is another kind of file.
    ///
    /// - Parameter predecessor: A process whose socket counts as left.
    static func leftOver(at address: SocketAddress, by predecessor: Int32? = nil) throws(EventError) -> SocketFile? {
        guard let file = SocketFile(of: address) else { return nil }
        guard file.isSocket else {
            throw EventError("bind to \(address): the file exists and is not a socket", code: EEXIST)
        }
        // A queue that is full must not make this wait: a process does listen, though late.
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let probe = socket(AF_UNIX, type, 0)
        guard probe >= 0 else { throw EventError.last("socket") }
        defer { close(probe) }
        // Safe: the pointer is valid during the call.
        let result = unsafe address.withKernelForm { unsafe connect(probe, $0, $1) }
        if result != 0, errno == ECONNREFUSED || errno == ENOENT { return file == SocketFile(of: address) ? file : nil }
        let owner = result == 0 ? PeerCredentials(of: probe) : nil
        if let owner, let predecessor, owner.process == predecessor { return file }
        let whose = owner.map { ": process \($0.process) of user \($0.user) listens there" } ?? ""
        throw EventError("bind to \(address)\(whose)", code: EADDRINUSE)
    }

    private static func open(_ address: SocketAddress, sharesPort: Bool) throws(EventError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, type, 0)
        guard descriptor >= 0 else { throw EventError.last("socket for \(address)") }
        if case .ip(let ip, _) = address {
            setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
            if sharesPort { setOption(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
            // Accepted sockets inherit it, which saves a system call each.
            setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
            // `::` accepts both families, any other address its own.
            if !ip.isIPv4 { setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, ip.isUnspecified ? 0 : 1) }
        }
        // Safe: the pointer is valid during the call.
        let result = unsafe address.withKernelForm { unsafe bind(descriptor, $0, $1) }
        guard result == 0 else {
            let error = EventError.last("bind to \(address)")
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
        var value = value
        // Safe: the kernel reads one Int32 from a local. A failure leaves the default, which works as well.
        _ = unsafe setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The value of one of the socket's own options.
    private static func option(_ descriptor: Int32, _ name: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        // Safe: the kernel writes one Int32 into a local.
        guard unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 else { return nil }
        return value
    }

    private static func localAddress(of descriptor: Int32) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        // Safe: the storage is large enough for every family, and the kernel is given its size.
        let result = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        guard result == 0 else { return nil }
        return SocketAddress(storage, length: Int(length))
    }
}
