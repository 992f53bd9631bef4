import Server
import Threads

/// The daemon's server, once it exists. The reference is weak, since the server's handlers reference the parts of the daemon.
final class CurrentServer: Sendable {
    private struct State {
        weak var server: Server?
    }

    private let state = Locked(State())

    /// The server; `nil` before it exists, and after the daemon.
    var value: Server? { state.withLock(\.server) }

    /// Sets the server. Called once.
    func attach(_ server: Server) { state.withLock { $0.server = server } }
}
