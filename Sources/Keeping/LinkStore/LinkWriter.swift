/// Makes changes to links, in a store or at a source.
public protocol LinkWriter: Sendable {
    /// Queues a change. `completion` is called once, on a thread of the writer's, when the change is durable or has
    /// failed. From any thread; does not wait.
    func submit(_ change: LinkChange, completion: @escaping @Sendable (Result<LinkResult, StoreError>) -> Void)
}

extension LinkStore: LinkWriter {}
