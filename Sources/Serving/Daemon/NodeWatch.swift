public import LinkSource
import LinkStore
import Threads

/// The nodes of the source, for those who look: read again when somebody looks and what is known is some seconds old.
///
/// Nobody waits for the source, but for a moment who looks first. Used on any thread but those of loops.
final class NodeWatch: Sendable {
    private struct State: Sendable {
        var known = KnownNodes()
        var read: ContinuousClock.Instant?
        var asked: ContinuousClock.Instant?
        var isAsking = false
    }

    /// After how long what is known is read again: nodes say how they stand every three seconds.
    private static let age: Duration = .seconds(2)
    /// For how many seconds the first look waits.
    private static let patience = 1

    private let source: SourceNode
    private let state = Locked(State())

    init(_ source: SourceNode) { self.source = source }

    /// What is known of the nodes.
    func look() -> KnownNodes {
        let now = ContinuousClock.now
        let asks = state.withLock { state in
            guard !state.isAsking, state.asked.map({ now - $0 >= Self.age }) ?? true else { return false }
            (state.isAsking, state.asked) = (true, now)
            return true
        }
        if asks { source.nodes { [weak self] in self?.keep($0) } }
        _ = state.wait(seconds: Self.patience) { $0.read != nil || $0.known.fault != nil ? () : nil }
        return state.withLock { state in
            var known = state.known
            known.age = state.read.map { Int64((ContinuousClock.now - $0) / .seconds(1)) }
            return known
        }
    }

    private func keep(_ result: Result<[ListedNode], StoreError>) {
        state.withLock { state in
            state.isAsking = false
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

/// The nodes of a source, as they were when it last answered.
public struct KnownNodes: Sendable {
    /// All that the source knows, by name; their ages are those at ``age`` seconds ago.
    public internal(set) var nodes: [ListedNode] = []
    /// How many seconds ago the source said so; nil where it has not yet.
    public internal(set) var age: Int64?
    /// Why it did not answer last, without secrets; nil where it did.
    public internal(set) var fault: String?
}
