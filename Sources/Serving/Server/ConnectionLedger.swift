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
        var byNetwork: [IPAddress: Int] = [:]
    }

    private let state = Locked(State())
    private let limits: ConnectionLimits

    init(limits: ConnectionLimits) { self.limits = limits }

    /// Counts a connection in, unless a limit is met.
    func admit(_ peer: Peer) -> Admission {
        let network = countedNetwork(of: peer)
        return state.withLock { state in
            guard state.total < limits.connections else { return .tooMany }
            if let network {
                let count = state.byNetwork[network, default: 0]
                guard count < limits.perAddress else { return .tooManyOfAddress }
                state.byNetwork[network] = count + 1
            }
            state.total += 1
            return .admitted
        }
    }

    /// Counts an admitted connection out.
    func release(_ peer: Peer) {
        let network = countedNetwork(of: peer)
        state.withLock { state in
            state.total -= 1
            guard let network, let count = state.byNetwork[network] else { return }
            state.byNetwork[network] = count > 1 ? count - 1 : nil
        }
    }

    /// Nil for peers without a limit of their own.
    private func countedNetwork(of peer: Peer) -> IPAddress? {
        guard let address = peer.address, !limits.isExempt(address) else { return nil }
        return address.subscriber
    }
}
