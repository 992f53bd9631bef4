import ByteText
import CLibevent
import Glibc
import Synchronization

/// A bound, non-blocking listening socket. Several loops may accept from it.
///
/// TCP sockets are created with `SO_REUSEPORT`, so that each worker has its own accept queue. Releasing the last
/// reference closes the socket and removes the file of a Unix socket.
public final class ListeningSocket: Sendable {
    /// The bound address. If port 0 was requested, it has the port chosen by the kernel.
    public let address: SocketAddress
    let descriptor: Int32
    /// Whether the file of a Unix socket is removed when the socket is closed.
    private let removesFile: Atomic<Bool>
    /// The file of the Unix socket when it was created. A different file at the same path belongs to another process.
    private let file: SocketFile?

    /// Binds a socket and listens. It is an error if another process listens on the address.
    public convenience init(_ address: SocketAddress) throws(EventError) {
        try ListeningSocket.refuseIfTaken(address)
        try self.init(binding: address)
    }

    /// Opens another socket at the same address, with its own accept queue. Returns `nil` for Unix sockets, which can't
    /// share an address.
    public func sibling() throws(EventError) -> ListeningSocket? {
        guard case .ip = address else { return nil }
        return try ListeningSocket(binding: address)
    }

    /// Adopts a listening socket that was inherited from a service manager or a predecessor.
    ///
    /// - Parameter removesFile: Whether this process removes the file of a Unix socket.
    public init(adopting descriptor: Int32, removesFile: Bool = false) throws(EventError) {
        guard let address = ListeningSocket.localAddress(of: descriptor) else { throw EventError.last("getsockname") }
        guard ListeningSocket.option(descriptor, SO_ACCEPTCONN) == 1 else {
            throw EventError("listen on \(address)", code: EINVAL)
        }
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0,
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { throw EventError.last("fcntl") }
        // Inherited by accepted sockets; fails for Unix sockets, which is harmless.
        ListeningSocket.setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        self.address = address
        self.descriptor = descriptor
        self.removesFile = Atomic(removesFile)
        file = SocketFile(of: address)
    }

    /// Returns a duplicate of the descriptor, which the caller must close, for passing the socket to another process.
    ///
    /// Queued connections are lost only when the last descriptor of the socket is closed.
    public func duplicate() throws(EventError) -> Int32 {
        // Far above the descriptors that a new process inherits, so that neither overwrites the other.
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 512)
        guard copy >= 0 else { throw EventError.last("fcntl") }
        return copy
    }

    /// Keeps the file of a Unix socket on close: another process listens there now.
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

    /// Owns a listening Unix socket and the file currently at its path.
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

    /// With `SO_REUSEPORT`, a second daemon could share the port unnoticed, while a bind without it fails. A Unix
    /// socket without a listening process was left by a process that died, and is removed. No other kind of file is
    /// ever removed.
    private static func refuseIfTaken(_ address: SocketAddress) throws(EventError) {
        switch address {
        case .ip(_, port: 0): return
        case .ip: close(try open(address, sharesPort: false))
        case .unix: try leftOver(at: address)?.remove()
        }
    }

    /// The socket file of a process that no longer exists, or `nil` if there is no file. Throws if a process listens on
    /// it, which the error names, or if it is another kind of file.
    ///
    /// - Parameter predecessor: A process whose socket is treated as left over.
    static func leftOver(at address: SocketAddress, by predecessor: Int32? = nil) throws(EventError) -> SocketFile? {
        guard let file = SocketFile(of: address) else { return nil }
        guard file.isSocket else {
            throw EventError("bind to \(address): the file exists and is not a socket", code: EEXIST)
        }
        // Non-blocking, so that a full accept queue does not block: in that case a process is listening, though slow.
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let probe = socket(AF_UNIX, type, 0)
        guard probe >= 0 else { throw EventError.last("socket") }
        defer { close(probe) }
        // Safe: the pointer is valid during the call.
        let result = unsafe address.withKernelForm { unsafe connect(probe, $0, $1) }
        if result != 0, errno == ECONNREFUSED || errno == ENOENT { return file == SocketFile(of: address) ? file : nil }
        let owner = result == 0 ? PeerCredentials(of: probe) : nil
        if let owner, let predecessor, owner.process == predecessor { return file }
        let whose = owner.map { ": process \($0.process) of user \($0.user) is listening there" } ?? ""
        throw EventError("bind to \(address)\(whose)", code: EADDRINUSE)
    }

    private static func open(_ address: SocketAddress, sharesPort: Bool) throws(EventError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, type, 0)
        guard descriptor >= 0 else { throw EventError.last("socket for \(address)") }
        if case .ip(let ip, _) = address {
            setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
            if sharesPort { setOption(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
            // Inherited by accepted sockets, which saves a system call for each.
            setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
            // `::` accepts both families, any other address only its own.
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
        // Safe: the kernel reads one Int32 from a local. On failure the default remains, which works as well.
        _ = unsafe setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The value of a SOL_SOCKET option.
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
        // Safe: the storage is large enough for every family, and its size is passed to the kernel.
        let result = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        guard result == 0 else { return nil }
        return SocketAddress(storage, length: Int(length))
    }
}
