import Threads

/// A store of short links in one file that several threads and processes share.
///
/// Reading never waits. Changes are made on the store's own thread, several in one commit if they arrive together, and
/// are on the disk when they are acknowledged. A process opens a store once. It closes with its last reference.
public final class LinkStore: Sendable {
    let core: StoreCore
    private let queue: WriteQueue?
    private let thread: SystemThread?

    /// Opens the store in a directory, and creates both if they don't exist. Read only, they must exist.
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

    /// Opens a copy of a store, such as ``backUp(to:)`` writes, for reading. No process may write to it meanwhile;
    /// nothing is created next to it.
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

    /// The directory of the file, where the daemon keeps other files too; nil for a path without one.
    public var directory: String? { path.lastIndex(of: "/").map { String(path[..<$0]) } }

    /// Whether the store can be used; false once the file turned out to be truncated, or the disk refused its first
    /// page. Only opening it again helps then.
    public var isUsable: Bool { core.isUsable }

    /// Why links can't be changed in this store: it is a replica of a source, which another process may have made of it, its
    /// file was replaced, or it can only be read. `nil` if they can. Known within a second, and costs a system call.
    public var changeFault: StoreError? { core.changeFault }

    /// Has a function called when ``changeFault`` is set or changes: on the store's thread, within a second.
    public func observeChangeFault(_ observer: @escaping @Sendable (StoreError) -> Void) {
        core.changeFaultObserver.withLock { $0 = observer }
    }

    /// What this node may allow of links with a maximum, if the store is a replica.
    public var leases: ClickLeases { core.leases }

    /// Queues a change. `completion` is called once, on the store's thread, when the change is on the disk or has
    /// failed.
    public func submit(
        _ change: LinkChange, completion: @escaping @Sendable (Result<LinkResult, StoreError>) -> Void
    ) {
        guard let queue else { return completion(.failure(.readOnly)) }
        if !queue.append(WriteJob(change: change, finish: completion)) { completion(.failure(.closed)) }
    }

    /// Makes a change and waits until it is on the disk. Not for the thread of a loop.
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

/// A change that is under way.
public struct PendingChange: Sendable {
    fileprivate let answer = Locked<Result<LinkResult, StoreError>?>(nil)

    /// Waits until the change is on the disk or has failed. Not for the thread of a loop.
    public func wait() throws(StoreError) -> LinkResult {
        try answer.wait { $0 }.get()
    }
}
