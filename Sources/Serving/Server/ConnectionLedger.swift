import ByteText
import Libevent
import Threads

/// How many connections there are, in all workers together and by address.
///
/// The one thing that workers share: it is locked when a connection opens and when it closes, never for a request.
final class ConnectionLedger: Sendable {
    enum Admission: Equatable {
        case admitted, tooMany, tooManyOfAddress
    }

    private struct State: Sendable {
        var total = 0
        /// Of all peers with an address: which of them are exempt may change while their connections are open.
        var byNetwork: [IPAddress: Int] = [:]
        var limits: ConnectionLimits
    }

    private let state: Locked<State>

    init(limits: ConnectionLimits) { state = Locked(State(limits: limits)) }

    /// The limits for connections that open now.
    var limits: ConnectionLimits { state.withLock(\.limits) }

    /// Uses other limits for new connections.
    func use(_ limits: ConnectionLimits) { state.withLock { $0.limits = limits } }

    /// Counts a connection in, unless a limit is met.
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

    /// Counts an admitted connection out.
    func release(_ peer: Peer) {
        state.withLock { state in
            state.total -= 1
            guard let network = peer.address?.subscriber, let count = state.byNetwork[network] else { return }
            state.byNetwork[network] = count > 1 ? count - 1 : nil
        }
    }
}
