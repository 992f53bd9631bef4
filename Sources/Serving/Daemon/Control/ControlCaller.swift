import Glibc
import Libevent
import Settings

/// Who asks over the control socket.
struct ControlCaller: Sendable {
    /// The user of the process; nil where the kernel does not say.
    var user: UInt32?

    /// What the caller may do: root and the daemon's own user operate, all others have the level of those who may open the socket.
    func level(others: ControlLevel, daemon: UInt32 = geteuid()) -> ControlLevel {
        guard let user else { return .read }
        return user == 0 || user == daemon ? .operate : others
    }

    /// What logs call it: `root`, `uid 1000`. The name of another user is not asked for: that may take a server.
    var name: String {
        switch user {
        case 0?: "root"
        case let user?: "uid \(user)"
        case nil: "unknown"
        }
    }
}
