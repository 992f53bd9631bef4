import CLibevent
import Glibc

/// Who has opened the other end of a Unix socket, as the kernel knows it (unix(7), `SO_PEERCRED`).
///
/// In a user namespace of its own a process sees users and groups that the namespace does not have as 65534.
public struct PeerCredentials: Sendable, Hashable {
    /// The process; 0 where it is in another namespace.
    public var process: Int32
    /// The effective user of the process when it connected, or listened.
    public var user: UInt32
    /// Its effective group then.
    public var group: UInt32

    /// The credentials of a peer.
    public init(process: Int32, user: UInt32, group: UInt32) {
        (self.process, self.user, self.group) = (process, user, group)
    }

    /// Asks the kernel; nil for what is not a connected Unix socket.
    public init?(of descriptor: Int32) {
        // `struct ucred`, which Swift does not import: process, user and group, 32 bits each.
        var form: (process: Int32, user: UInt32, group: UInt32) = (0, .max, .max)
        let size = socklen_t(MemoryLayout.size(ofValue: form))
        var length = size
        // Safe: the kernel writes no more than the local's size into it.
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &form, &length) == 0, length == size,
            form.user != .max
        else { return nil }
        self.init(process: form.process, user: form.user, group: form.group)
    }
}
