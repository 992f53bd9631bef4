public import ByteText
import LMDB
import Threads

/// Looks links up for one thread, each time in the store's current state. Occupies one of the reader slots while it
/// lives.
///
/// Made for the click path: it does not wait, allocate, or read the clock.
public struct LinkReader: ~Copyable {
    let store: LinkStore
    private var transaction: LinkTransaction
    /// The key of the look-up under way, copied out because the answer goes into the same arena.
    private var keyBytes: [UInt8] = []
    /// What was counted and not yet handed to the writer.
    var counts = CountBatch()
    /// The last link with a maximum of clicks that was found.
    var lastLimited: UInt64?

    init(_ store: LinkStore) throws(StoreError) {
        self.store = store
        let core = store.core
        try core.checkLength()
        keyBytes.reserveCapacity(LinkKey.maximumCount)
        do throws(LMDBError) {
            var view = try core.environment.beginReading()
            view.reset()
            transaction = LinkTransaction(view, core)
        } catch { throw StoreError(error, path: core.path) }
    }

    /// Looks a link up in the current state and copies its long link into the arena.
    ///
    /// - Parameters:
    ///   - key: The text of a ``LinkKey``, in the arena; a longer text has no link.
    ///   - time: In seconds since 1970; if nil, the start and the end of a link are ignored.
    public mutating func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> LinkAnswer {
        guard store.core.isUsable else { return .unavailable }
        keyBytes.removeAll(keepingCapacity: true)
        guard key.count > 0, key.count <= LinkKey.maximumCount else { return .unknown }
        for index in key.indices { keyBytes.append(arena[index]) }
        do throws(LMDBError) { try transaction.transaction.renew() } catch { return .unavailable }
        defer { transaction.transaction.reset() }
        do throws(StoreError) {
            guard let view = try transaction.view(of: keyBytes.span) else { return .unknown }
            let isOpen = view.isOpen
            if !isOpen, let refusal = try Self.refusal(view, transaction, store.core, at: time) { return refusal }
            let id = view.id
            let isLimited = !isOpen && view.maximumClicks != nil
            let longLink = arena.append(view.longLink)
            lastLimited = isLimited ? id : nil
            return .found(longLink: longLink, id: id)
        } catch { return .unavailable }
    }

    /// Why a link does not work at a time; nil if it does.
    private static func refusal(
        _ view: LinkView, _ transaction: borrowing LinkTransaction, _ core: StoreCore, at time: Int64?
    ) throws(StoreError) -> LinkAnswer? {
        if view.isDeleted { return .deleted }
        if view.isDisabled { return .disabled }
        if let time, let starts = view.starts, time < starts { return .notStarted }
        if let time, let expires = view.expires, time >= expires { return .expired }
        guard let most = view.maximumClicks else { return nil }
        let id = view.id
        let waiting = core.pendingClicks.withLock { $0[id] ?? 0 }
        return try transaction.clicks(of: id) + waiting >= most ? .usedUp : nil
    }
}

extension LinkStore {
    /// Makes a reader for one thread. Throws if all reader slots are occupied.
    public func makeReader() throws(StoreError) -> LinkReader { try LinkReader(self) }
}
