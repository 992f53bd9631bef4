import CLibevent
import Glibc

/// Atomic creation of a Unix socket file with its permissions, replacing an existing one.
extension ListeningSocket {
    /// The maximum length of a path, in bytes: the socket is created under a longer temporary name, then renamed.
    public static var longestPlacedPath: Int { SocketAddress.pathCapacity - 1 - temporaryRoom }

    /// Listens at a path.
    ///
    /// The socket is created next to the path, gets its mode and group, listens, and is then renamed, so that clients
    /// never see a socket that does not accept connections or has the wrong permissions. A socket without a listening
    /// process is replaced, and so is that of `predecessor`. It is an error if another process listens there, which the
    /// error names, or if the file is not a socket.
    ///
    /// - Parameters:
    ///   - path: At most ``longestPlacedPath`` bytes.
    ///   - group: The group of the file, or `nil` for the group of the process.
    ///   - predecessor: A process that this one replaces.
    public static func placed(
        at path: String, mode: UInt32, group: UInt32?, replacing predecessor: Int32? = nil
    ) throws(EventError) -> ListeningSocket {
        try checkLength(of: path)
        let temporary = path + ".\(getpid())"
        if let left = SocketFile(of: .unix(path: temporary)), left.isSocket { left.remove() }
        let descriptor = try listening(at: temporary, path: path, mode: mode, group: group)
        do throws(EventError) {
            try put(temporary, at: path, replacing: predecessor)
        } catch {
            close(descriptor)
            SocketFile(of: .unix(path: temporary))?.remove()
            throw error
        }
        return ListeningSocket(owning: descriptor, at: path)
    }

    /// Throws the errors of ``placed(at:mode:group:replacing:)`` for a path that is too long, or where another process
    /// listens. Changes nothing.
    public static func checkPlace(at path: String, replacing predecessor: Int32? = nil) throws(EventError) {
        try checkLength(of: path)
        _ = try leftOver(at: .unix(path: path), by: predecessor)
    }

    private static func checkLength(of path: String) throws(EventError) {
        guard !path.isEmpty, path.utf8.count <= longestPlacedPath, !path.utf8.contains(0) else {
            throw EventError(
                "bind to unix:\(path): the path has more than \(longestPlacedPath) bytes", code: ENAMETOOLONG)
        }
    }

    /// The length of the temporary name's suffix: a dot and the process ID.
    private static var temporaryRoom: Int { 11 }

    /// Moves a socket to its final name. A predecessor's socket is replaced by renaming, so that the path always
    /// exists. Otherwise an existing name is not replaced, since two daemons may start at the same time.
    private static func put(
        _ temporary: String, at path: String, replacing predecessor: Int32?
    ) throws(EventError) {
        let left = try leftOver(at: .unix(path: path), by: predecessor)
        if predecessor != nil {
            // Safe: Swift passes the strings' bytes, valid during the call.
            guard unsafe rename(temporary, path) == 0 else { throw EventError.last("bind to unix:\(path)") }
            return
        }
        left?.remove()
        // Safe: Swift passes the strings' bytes, valid during the calls.
        guard unsafe link(temporary, path) == 0 else { throw EventError.last("bind to unix:\(path)") }
        unsafe unlink(temporary)
    }

    /// Creates a socket that listens under a temporary name, with its final permissions.
    private static func listening(
        at temporary: String, path: String, mode: UInt32, group: UInt32?
    ) throws(EventError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw EventError.last("socket for unix:\(path)") }
        // Safe: the pointer is valid during the call.
        let isBound = unsafe SocketAddress.unix(path: temporary).withKernelForm { unsafe bind(descriptor, $0, $1) } == 0
        // No client can connect before it listens, regardless of its mode until then. The group is set first, since
        // chown may clear mode bits.
        // Safe: Swift passes the string's bytes, valid during the calls.
        guard isBound, group.map({ unsafe lchown(temporary, uid_t.max, $0) == 0 }) ?? true,
            unsafe chmod(temporary, mode) == 0, listen(descriptor, 128) == 0
        else {
            let error = EventError.last("bind to unix:\(path)")
            close(descriptor)
            if isBound { SocketFile(of: .unix(path: temporary))?.remove() }
            throw error
        }
        return descriptor
    }
}

/// The file at the path of a Unix socket; symbolic links are not followed.
struct SocketFile: Equatable {
    let path: String
    let isSocket: Bool
    private let device: UInt
    private let inode: UInt

    /// Examines the path of an address. Returns `nil` if there is no file or the address has no path.
    init?(of address: SocketAddress) {
        guard case .unix(let path) = address else { return nil }
        var status = stat()
        // Safe: the string is terminated and valid during the call, which fills in a local.
        guard unsafe lstat(path, &status) == 0 else { return nil }
        self.path = path
        isSocket = status.st_mode & S_IFMT == S_IFSOCK
        (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
    }

    func remove() {
        // Safe: the string is terminated and valid during the call.
        _ = unsafe unlink(path)
    }
}
