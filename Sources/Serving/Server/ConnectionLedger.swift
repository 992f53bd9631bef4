import ByteText
import Libevent
import Threads

/// Counts open connections, in total over all workers and by address.
///
/// The only state that workers share. It is locked when a connection opens or closes, never per request.
final class ConnectionLedger: Sendable {
    enum Admission: Equatable {
        case admitted, tooMany, tooManyOfAddress
    }

    private struct State: Sendable {
        var total = 0
        /// Counts for all peers with an address, including exempt ones: exemptions may change while connections are
        /// open.
        var byNetwork: [IPAddress: Int] = [:]
        var limits: ConnectionLimits
    }

    private let state: Locked<State>

    init(limits: ConnectionLimits) { state = Locked(State(limits: limits)) }

    /// The limits for new connections.
    var limits: ConnectionLimits { state.withLock(\.limits) }

    /// Replaces the limits for new connections.
    func use(_ limits: ConnectionLimits) { state.withLock { $0.limits = limits } }

    /// Counts a new connection, unless a limit is reached.
    func admit(_ peer: Peer) -> Admission {
        state.withLock { state in
            guard state.total < state.limits.connections else { return .tooMany }
            if let address = peer.address {
                let count = state.byNetwork[address.subscriber, default: 0]
                guard count < state.limits.perAddress || state.limits.isExempt(address) else {
                    return .tooManyOfAddress
                }
                state.byNetwork[address.subscriber] = count + 1
            }
            state.total += 1
            return .admitted
        }
    }

    /// Removes an admitted connection from the counts.
    func release(_ peer: Peer) {
        state.withLock { state in
            state.total -= 1
            guard let network = peer.address?.subscriber, let count = state.byNetwork[network] else { return }
            state.byNetwork[network] = count > 1 ? count - 1 : nil
        }
    }
}
