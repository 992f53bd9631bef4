import LinkSource
import LinkStore

/// The clicks of links. On a node with a source, those of all nodes.
struct ClickSums: Sendable {
    var store: LinkStore
    /// The source that the store replicates, or `nil` for a standalone store.
    var source: SourceNode?

    /// Calls `body` once with all clicks of these links, or with `nil` if they are not available: immediately for a
    /// standalone store, otherwise on the source's thread.
    func find(_ ids: [UInt64], _ body: @escaping @Sendable ([UInt64]?) -> Void) {
        guard source != nil else { return body(try? store.clicks(of: ids)) }
        counts(of: ids, days: 0...LinkCount.lastDay) { counts in
            body(counts?.map { $0.reduce(UInt64(0)) { $1.event == .click ? $0 &+ $1.count : $0 } })
        }
    }

    /// Calls `body` once with the counts of these links on some days, a list for each ID, as ``find(_:_:)`` does. A source
    /// is asked in one statement for 200 links.
    func counts(of ids: [UInt64], days: ClosedRange<UInt32>, _ body: @escaping @Sendable ([[LinkCount]]?) -> Void) {
        guard let source, !ids.isEmpty else { return body(try? store.counts(of: ids, days: days)) }
        source.counts(of: ids, days: days) { body(try? $0.get()) }
    }
}
