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
        var counts: [[LinkCount]]?
    }

    /// Calls `body` once with the clicks of these links, or with `nil` if they are not available: immediately for a
    /// standalone store, otherwise on the source's thread.
    func find(_ ids: [UInt64], _ body: @escaping @Sendable ([UInt64]?) -> Void) {
        guard let source, !ids.isEmpty else { return body(try? store.clicks(of: ids)) }
        source.clicks(of: ids) { body(try? $0.get()) }
    }

    /// Calls `body` once with the counts of these links on some days, a list for each ID, as ``find(_:_:)`` does. A source
    /// is asked for all of them at once.
    func counts(of ids: [UInt64], days: ClosedRange<UInt32>, _ body: @escaping @Sendable ([[LinkCount]]?) -> Void) {
        guard let source, !ids.isEmpty else { return body(try? store.counts(of: ids, days: days)) }
        let waiting = Locked(Waiting(count: ids.count, counts: Array(repeating: [], count: ids.count)))
        for (index, id) in ids.enumerated() {
            source.counts(of: id, days: days) { counts in
                let done = waiting.withLock { waiting -> Waiting? in
                    if let counts = try? counts.get() {
                        waiting.counts?[index] = counts
                    } else {
                        waiting.counts = nil
                    }
                    waiting.count -= 1
                    return waiting.count == 0 ? waiting : nil
                }
                if let done { body(done.counts) }
            }
        }
    }
}
