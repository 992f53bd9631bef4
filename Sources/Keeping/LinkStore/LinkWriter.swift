/// Makes changes to links, wherever they are kept.
public protocol LinkWriter: Sendable {
    /// Queues a change. `completion` is called once, on a thread of the writer's, when the change is made for good or has
    /// failed. From any thread; does not wait.
    func submit(_ change: LinkChange, completion: @escaping @Sendable (Result<LinkResult, StoreError>) -> Void)
}

extension LinkStore: LinkWriter {}
