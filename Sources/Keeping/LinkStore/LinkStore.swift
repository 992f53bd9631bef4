import Threads

/// A store of short links in one file that several threads and processes share.
///
/// Reading never waits. Changes are made on a thread of the store's own, together where they come together, and are on
/// the disk when they are acknowledged. A process opens a store once. It closes when the last reference goes.
public final class LinkStore: Sendable {
    let core: StoreCore
    private let queue: WriteQueue?
    private let thread: SystemThread?

    /// Opens the store in a directory; makes it, and the directory, unless they are there. Read only, they must be.
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

    /// Opens a copy of a store, such as ``backUp(to:)`` writes, to be read. Nobody may write to it meanwhile; nothing is
    /// written beside it.
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

    /// Whether there is a store in a directory.
    public static func exists(in directory: String) -> Bool {
        StoreDirectory.has("\(directory)/\(StoreFormat.file)")
    }

    /// The file.
    public var path: String { core.path }

    /// The directory that the file is in, where other files of the daemon are kept; nil for a path without one.
    public var directory: String? { path.lastIndex(of: "/").map { String(path[..<$0]) } }

    /// Whether the store can be used; false once the file turned out to be cut off, or the disk refused its first page.
    /// Only opening it anew helps then.
    public var isUsable: Bool { core.isUsable }

    /// Queues a change. `completion` is called once, on the store's thread, when the change is on the disk or can't be.
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

    /// Begins a change, which can be waited for later.
    public func begin(_ change: LinkChange) -> PendingChange {
        let pending = PendingChange()
        submit(change) { result in pending.answer.withLock { $0 = result } }
        return pending
    }

    /// Waits until what was queued before is done.
    public func settle() {
        _ = try? apply(.each([]))
    }
}

/// A change that is under way.
public struct PendingChange: Sendable {
    fileprivate let answer = Locked<Result<LinkResult, StoreError>?>(nil)

    /// Waits until the change is on the disk or can't be. Not for the thread of a loop.
    public func wait() throws(StoreError) -> LinkResult {
        try answer.wait { $0 }.get()
    }
}
