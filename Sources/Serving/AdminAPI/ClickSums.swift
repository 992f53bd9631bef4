import LinkSource
import LinkStore

/// The total clicks of links. On a node with a source, the total of all nodes.
struct ClickSums: Sendable {
    var store: LinkStore
    /// The source that the store replicates, or `nil` for a standalone store.
    var source: SourceNode?

    /// Calls `body` once with the clicks of these links, or with `nil` if they are not available: immediately for a
    /// standalone store, otherwise on the source's thread.
    func find(_ ids: [UInt64], _ body: @escaping @Sendable ([UInt64]?) -> Void) {
        guard let source, !ids.isEmpty else { return body(try? store.clicks(of: ids)) }
        source.clicks(of: ids) { body(try? $0.get()) }
    }
}
