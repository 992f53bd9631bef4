import LMDB

/// Looks links up for one thread, each time as the store is then. Takes a place among the readers for as long as it lives.
///
/// For the click path: it does not wait, allocate, or ask the clock.
public struct LinkReader: ~Copyable {
    private let core: StoreCore
    private var transaction: LinkTransaction
    private var isReset = true

    init(_ core: StoreCore) throws(StoreError) {
        self.core = core
        try core.checkLength()
        do throws(LMDBError) {
            var view = try core.environment.beginReading()
            view.reset()
            transaction = LinkTransaction(view, core)
        } catch { throw StoreError(error, path: core.path) }
    }

    /// Calls `body` with the link of a key as it is now, deleted ones too, or with nil. `body` must not wait: pages that
    /// it looks at are not used again until it returns.
    @inline(__always)
    public mutating func withLink<Value>(
        _ key: Span<UInt8>, _ body: (borrowing LinkTransaction, LinkView?) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        guard core.isUsable else { throw .closed }
        do throws(LMDBError) { try transaction.transaction.renew() } catch {
            throw StoreError(error, path: core.path)
        }
        defer { transaction.transaction.reset() }
        return try body(transaction, try transaction.view(of: key))
    }
}

extension LinkStore {
    /// A reader for one thread.
    public func makeReader() throws(StoreError) -> LinkReader { try LinkReader(core) }
}
