public import LinkSource
import LinkStore
import Threads

/// Caches the list of the source's nodes: it is refreshed on access if it is a few seconds old.
///
/// Callers do not wait for the source, except briefly for the first response. Used on any thread but those of event loops.
final class NodeListCache: Sendable {
    private struct State: Sendable {
        var known = KnownNodes()
        var read: ContinuousClock.Instant?
        var requested: ContinuousClock.Instant?
        var isRequesting = false
    }

    /// The maximum age of the list. Nodes report their state every three seconds.
    private static let age: Duration = .seconds(2)
    /// How long callers wait for the first response, in seconds.
    private static let patience = 1

    private let source: SourceNode
    private let state = Locked(State())

    init(_ source: SourceNode) { self.source = source }

    /// The nodes, as far as known.
    func nodes() -> KnownNodes {
        let now = ContinuousClock.now
        let isDue = state.withLock { state in
            guard !state.isRequesting, state.requested.map({ now - $0 >= Self.age }) ?? true else { return false }
            (state.isRequesting, state.requested) = (true, now)
            return true
        }
        if isDue { source.nodes { [weak self] in self?.keep($0) } }
        _ = state.wait(seconds: Self.patience) { $0.read != nil || $0.known.fault != nil ? () : nil }
        return state.withLock { state in
            var known = state.known
            known.age = state.read.map { Int64((ContinuousClock.now - $0) / .seconds(1)) }
            return known
        }
    }

    private func keep(_ result: Result<[ListedNode], StoreError>) {
        state.withLock { state in
            state.isRequesting = false
            switch result {
            case .success(let nodes):
                state.known.nodes = nodes
                state.known.fault = nil
                state.read = ContinuousClock.now
            case .failure(let error): state.known.fault = error.description
            }
        }
    }
}

/// The nodes of a source, as of its last response.
public struct KnownNodes: Sendable {
    /// All nodes known to the source, by name. Their ages are relative to ``age`` seconds ago.
    public internal(set) var nodes: [ListedNode] = []
    /// The seconds since the source's last response; `nil` before the first.
    public internal(set) var age: Int64?
    /// The error of the last request, without secrets; `nil` if it succeeded.
    public internal(set) var fault: String?
}
