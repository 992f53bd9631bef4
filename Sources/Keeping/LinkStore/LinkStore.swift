import LMDB

/// A store of short links in one file that several threads and processes share.
///
/// Reading never waits. Changes are made on a thread of the store's own, together where they come together, and are on
/// the disk when they are acknowledged. A process opens a store once. It closes when the last reference goes.
public final class LinkStore: Sendable {
    let core: StoreCore
    private let queue: WriteQueue?
    private let thread: WriterThread?

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
        thread = WriterThread { writer.run() }
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

    /// Looks into the store as it is now. For cold paths: takes a place among the readers and gives it back.
    public func read<Value>(
        _ body: (borrowing LinkTransaction) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try core.checkLength()
        let transaction: Transaction
        do throws(LMDBError) { transaction = try core.environment.beginReading() } catch {
            throw StoreError(error, path: core.path)
        }
        return try body(LinkTransaction(transaction, core))
    }

    /// Queues a change. `completion` is called once, on the store's thread, when the change is on the disk or can't be.
    ///
    /// All of `body` is done or nothing. It may be called more than once, so it must do nothing but change the store.
    public func submit<Value: Sendable>(
        _ body: @escaping @Sendable (inout LinkTransaction) throws(StoreError) -> Value,
        completion: @escaping @Sendable (Result<Value, StoreError>) -> Void
    ) {
        let outcome = Outcome<Value>()
        let job = WriteJob(
            run: { transaction throws(StoreError) in outcome.value = try body(&transaction) },
            finish: { error in completion(outcome.result(error)) })
        guard let queue else { return completion(.failure(.readOnly)) }
        if !queue.append(job) { completion(.failure(.closed)) }
    }

    /// Waits until what was queued before is done.
    public func settle() {
        _ = try? write { _ throws(StoreError) in }
    }

    /// Makes a change and waits until it is on the disk. Not for the thread of a loop.
    @discardableResult
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (inout LinkTransaction) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try begin(body).wait()
    }

    /// Begins a change, which can be waited for later.
    public func begin<Value: Sendable>(
        _ body: @escaping @Sendable (inout LinkTransaction) throws(StoreError) -> Value
    ) -> PendingWrite<Value> {
        let pending = PendingWrite<Value>()
        submit(body) { result in pending.answer.change { $0 = result } }
        return pending
    }
}

/// A change that is under way.
public struct PendingWrite<Value: Sendable>: Sendable {
    fileprivate let answer = Condition<Result<Value, StoreError>?>(nil)

    /// Waits until the change is on the disk or can't be. Not for the thread of a loop.
    public func wait() throws(StoreError) -> Value {
        guard let result = answer.wait(until: { $0 }) else { throw .closed }
        return try result.get()
    }
}

/// What a job has come to. Touched by the writer's thread only.
private final class Outcome<Value: Sendable>: @unchecked Sendable {
    var value: Value?

    func result(_ error: StoreError?) -> Result<Value, StoreError> {
        if let error { return .failure(error) }
        guard let value else { return .failure(.closed) }
        return .success(value)
    }
}
