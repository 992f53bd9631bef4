import LinkSource
import LinkStore
import Threads

/// The total clicks of links. On a node with a source, the total of all nodes.
struct ClickSums: Sendable {
    var store: LinkStore
    /// The source that the store replicates, or `nil` for a standalone store.
    var source: SourceNode?

    private struct Waiting: Sendable {
        var count: Int
        var clicks: [UInt64]?
    }

    /// Calls `body` once with the clicks of these links, or with `nil` if they are not available: immediately for a
    /// standalone store, otherwise on the source's thread.
    func find(_ ids: [UInt64], _ body: @escaping @Sendable ([UInt64]?) -> Void) {
        guard let source, !ids.isEmpty else { return body(try? store.clicks(of: ids)) }
        let waiting = Locked(Waiting(count: ids.count, clicks: Array(repeating: 0, count: ids.count)))
        for (index, id) in ids.enumerated() {
            source.counts(of: id, days: 0...LinkCount.lastDay) { counts in
                let sum = (try? counts.get())?.reduce(UInt64(0)) { $1.event == .click ? $0 &+ $1.count : $0 }
                let done = waiting.withLock { waiting -> Waiting? in
                    if let sum { waiting.clicks?[index] = sum } else { waiting.clicks = nil }
                    waiting.count -= 1
                    return waiting.count == 0 ? waiting : nil
                }
                if let done { body(done.clicks) }
            }
        }
    }
}
