import CLibevent
import Glibc

/// The credentials of a Unix socket's peer, as reported by the kernel (unix(7), `SO_PEERCRED`).
///
/// A process in its own user namespace sees users and groups outside of the namespace as 65534.
public struct PeerCredentials: Sendable, Hashable {
    /// The process ID; 0 if the process is in another PID namespace.
    public var process: Int32
    /// The effective user of the process at the time of connect or listen.
    public var user: UInt32
    /// The effective group at that time.
    public var group: UInt32

    /// Creates credentials.
    public init(process: Int32, user: UInt32, group: UInt32) {
        (self.process, self.user, self.group) = (process, user, group)
    }

    /// Queries the kernel. Returns `nil` if the descriptor is not a connected Unix socket.
    public init?(of descriptor: Int32) {
        // `struct ucred`, which Swift does not import: process, user and group, 32 bits each.
        var form: (process: Int32, user: UInt32, group: UInt32) = (0, .max, .max)
        let size = socklen_t(MemoryLayout.size(ofValue: form))
        var length = size
        // Safe: the kernel writes at most the local's size.
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &form, &length) == 0, length == size,
            form.user != .max
        else { return nil }
        self.init(process: form.process, user: form.user, group: form.group)
    }
}
