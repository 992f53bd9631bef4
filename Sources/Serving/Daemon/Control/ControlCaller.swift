import Glibc
import Libevent
import Settings

/// The peer process of a control connection.
struct ControlCaller: Sendable {
    /// The user of the process; `nil` if the kernel does not report it.
    var user: UInt32?

    /// The caller's permission level: root and the daemon's own user may operate; others, who may open the socket, have the
    /// given level.
    func level(others: ControlLevel, daemon: UInt32 = geteuid()) -> ControlLevel {
        guard let user else { return .read }
        return user == 0 || user == daemon ? .operate : others
    }

    /// The name in logs: `root`, `uid 1000`. Other users' names are not looked up, since that may require a server.
    var name: String {
        switch user {
        case 0?: "root"
        case let user?: "uid \(user)"
        case nil: "unknown"
        }
    }
}
