import Threads

/// A store of short links in one file, shared by threads and processes.
///
/// Reads never wait. Changes are made on the store's own thread, in a common commit if they arrive together, and are
/// durable when they are acknowledged. A process may open a store once. It closes with its last reference.
public final class LinkStore: Sendable {
    let core: StoreCore
    private let queue: WriteQueue?
    private let thread: SystemThread?

    /// Opens the store in a directory, and creates both if they don't exist. For reading only, they must exist.
    public init(directory: String, isReadOnly: Bool = false) throws(StoreError) {
        core = try StoreCore(directory: directory, isReadOnly: isReadOnly)
        guard !isReadOnly else {
            queue = nil
            thread = nil
            return
        }
        let queue = WriteQueue()
        let writer = Writer(core: core, queue: queue)
        self.queue = queue
        thread = SystemThread(name: "links") { writer.run() }
    }

    /// Opens a copy of a store, such as ``backUp(to:)`` writes, for reading. No process may write to it while it is
    /// open; nothing is created next to it.
    public init(copy path: String) throws(StoreError) {
        core = try StoreCore(copy: path)
        queue = nil
        thread = nil
    }

    deinit {
        queue?.close()
        thread?.end()
    }

    /// The name of the file in a store's directory.
    public static let fileName = StoreFormat.file

    /// Whether a directory contains a store.
    public static func exists(in directory: String) -> Bool {
        StoreDirectory.has("\(directory)/\(StoreFormat.file)")
    }

    /// The path of the file.
    public var path: String { core.path }

    /// The directory of the file, where the daemon keeps other files too; `nil` for a path without one.
    public var directory: String? { path.lastIndex(of: "/").map { String(path[..<$0]) } }

    /// Whether the store can be used; `false` once the file was found truncated, or its first page could not be
    /// written. The store must then be reopened.
    public var isUsable: Bool { core.isUsable }

    /// The reason links can't be changed in this store: it is a replica of a source (possibly made so by another
    /// process), its file was replaced, or it is open for reading only; `nil` if they can. Noticed within a second.
    /// Costs a system call.
    public var changeFault: StoreError? { core.changeFault }

    /// Sets a function to call when ``changeFault`` is set or changes: on the store's thread, within a second.
    public func observeChangeFault(_ observer: @escaping @Sendable (StoreError) -> Void) {
        core.changeFaultObserver.withLock { $0 = observer }
    }

    /// This node's leases for links with a maximum number of clicks, if the store is a replica.
    public var leases: ClickLeases { core.leases }

    /// Queues a change. `completion` is called once, on the store's thread, when the change is durable or has failed.
    public func submit(
        _ change: LinkChange, completion: @escaping @Sendable (Result<LinkResult, StoreError>) -> Void
    ) {
        guard let queue else { return completion(.failure(.readOnly)) }
        if !queue.append(WriteJob(change: change, finish: completion)) { completion(.failure(.closed)) }
    }

    /// Makes a change and waits until it is durable. Not for event loop threads.
    @discardableResult
    public func apply(_ change: LinkChange) throws(StoreError) -> LinkResult {
        try begin(change).wait()
    }

    /// Starts a change, which can be waited for later.
    public func begin(_ change: LinkChange) -> PendingChange {
        let pending = PendingChange()
        submit(change) { result in pending.answer.withLock { $0 = result } }
        return pending
    }

    /// Waits until everything queued before is done.
    public func settle() {
        _ = try? apply(.each([]))
    }
}

/// A change in progress.
public struct PendingChange: Sendable {
    fileprivate let answer = Locked<Result<LinkResult, StoreError>?>(nil)

    /// Waits until the change is durable or has failed. Not for event loop threads.
    public func wait() throws(StoreError) -> LinkResult {
        try answer.wait { $0 }.get()
    }
}

/// Makes changes to links, in a store or at a source.
public protocol LinkWriter: Sendable {
    /// Queues a change. `completion` is called once, on a thread of the writer's, when the change is durable or has
    /// failed. From any thread; does not wait.
    func submit(_ change: LinkChange, completion: @escaping @Sendable (Result<LinkResult, StoreError>) -> Void)
}

extension LinkStore: LinkWriter {}
