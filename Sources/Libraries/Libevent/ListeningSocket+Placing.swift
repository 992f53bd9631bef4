import CLibevent
import Glibc

/// A Unix socket whose file appears at once, with its rights, and replaces the one that was there.
extension ListeningSocket {
    /// The longest path that can be placed: a socket is made under a longer name, and renamed.
    public static var longestPlacedPath: Int { SocketAddress.pathCapacity - 1 - temporaryRoom }

    /// Listens at a path.
    ///
    /// The socket is made beside the path, gets its mode and group, listens, and is renamed: no client meets one that does
    /// not answer or that it may open by mistake. One that no process listens on any more is replaced, and so is that of
    /// `predecessor`; any other process's is an error that names it, and so is a file that is not a socket.
    ///
    /// - Parameters:
    ///   - path: Has at most ``longestPlacedPath`` bytes.
    ///   - group: The group of the file; nil for the process's.
    ///   - predecessor: A process whose place this one takes.
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

    /// Throws what ``placed(at:mode:group:replacing:)`` would throw of a path that is too long, or that another process listens at.
    /// Changes nothing.
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

    /// What the temporary name has more than the path: a dot and the number of this process.
    private static var temporaryRoom: Int { 11 }

    /// Gives a socket its name. A predecessor's is renamed over, so that there is one at all times; elsewhere a name that is taken is
    /// left alone, as two daemons may start together.
    private static func put(
        _ temporary: String, at path: String, replacing predecessor: Int32?
    ) throws(EventError) {
        let left = try leftOver(at: .unix(path: path), by: predecessor)
        if predecessor != nil {
            // Safe: Swift lends the strings' bytes for the time of the call.
            guard unsafe rename(temporary, path) == 0 else { throw EventError.last("bind to unix:\(path)") }
            return
        }
        left?.remove()
        // Safe: Swift lends the strings' bytes for the time of the calls.
        guard unsafe link(temporary, path) == 0 else { throw EventError.last("bind to unix:\(path)") }
        unsafe unlink(temporary)
    }

    /// A socket that listens under a temporary name, with the rights that it is to have.
    private static func listening(
        at temporary: String, path: String, mode: UInt32, group: UInt32?
    ) throws(EventError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw EventError.last("socket for unix:\(path)") }
        // Safe: the pointer is valid during the call.
        let isBound = unsafe SocketAddress.unix(path: temporary).withKernelForm { unsafe bind(descriptor, $0, $1) } == 0
        // Nobody can connect before it listens, whatever its mode is until then. The group first: changing it may take bits off
        // the mode. Safe: Swift lends the string's bytes for the time of the calls.
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
