public import ByteText
import LMDB
import Synchronization
import Threads

/// Looks links up for one thread, each time in the store's current state. Occupies one of the reader slots while it
/// lives.
///
/// Made for the click path: it does not wait, allocate, or read the clock.
public struct LinkReader: ~Copyable {
    let store: LinkStore
    private var transaction: LinkTransaction
    /// What was counted and not yet handed to the writer.
    var counts = CountBatch()
    /// For codes in any case; opened by the first search.
    private var cursor = KeptCursor()
    /// The last link with a maximum of clicks that was found.
    var lastLimited: UInt64?
    /// The last link that a click was looked up for, if it has an end.
    private var lastEnding: (id: UInt64, end: Int64)?
    /// The last link that a click was looked up for, if it states a rate of clicks.
    private var lastRated: (id: UInt64, rate: Int)?
    /// The link of which a click was taken out of its portion and not yet counted.
    private var taken: UInt64?
    /// Whether the view of a look-up is kept for the next ones, until something is committed: a look-up then costs half as much.
    ///
    /// Who sets it promises to call ``rest()`` once a second: pages that a view shows can't be used again, so the file would
    /// grow for as long as a view is kept and others write.
    public var keepsView = false
    /// Whether there is a view of the last look-up.
    private var hasView = false
    /// The view, by a number that no other view of the process has.
    private var viewNumber: UInt64
    /// Whether the answer to the last look-up is the same for all clicks of the view.
    private var isSteady = false

    /// How many readers there were.
    private static let readers = Atomic<UInt64>(0)

    init(_ store: LinkStore) throws(StoreError) {
        self.store = store
        viewNumber = Self.readers.add(1, ordering: .relaxed).newValue << 40
        let core = store.core
        try core.checkLength()
        do throws(LMDBError) {
            var view = try core.environment.beginReading()
            view.reset()
            transaction = LinkTransaction(view, core)
        } catch { throw StoreError(error, path: core.path) }
    }

    /// Lets go of the view of the last look-up.
    public mutating func rest() {
        if hasView { transaction.transaction.reset() }
        hasView = false
    }

    /// Takes a view of the current state.
    private mutating func look() throws(LMDBError) {
        if hasView, try transaction.transaction.isLatest() { return }
        rest()
        try transaction.transaction.renew()
        viewNumber += 1
        hasView = true
    }

    /// Whether a portion of the clicks is needed: one that only reads a replica's store does not know what is left.
    private var hasLeases: Bool { store.core.isReplica && !store.core.isReadOnly }

    /// Gives a click back that was taken for a link and not counted: a bot's, or a look at where the link leads.
    mutating func putBack() {
        if let taken { store.core.leases.putBack(taken) }
        taken = nil
    }

    /// The click that was taken is counted.
    mutating func keepTaken(_ id: UInt64) {
        if taken == id { taken = nil }
    }

    /// Whether the last link that a click was looked up for is the one of a number, and allows a number of clicks.
    public func hasMaximum(_ id: UInt64) -> Bool { lastLimited == id }

    /// When the last link that a click was looked up for ends, if that is the one of a number, in seconds since
    /// 1970-01-01T00:00:00Z; nil for never.
    public func end(of id: UInt64) -> Int64? { lastEnding?.id == id ? lastEnding?.end : nil }

    /// How many clicks a second the last link that a click was looked up for allows, if that is the one of a number; nil for
    /// what its site says.
    public func clicksPerSecond(of id: UInt64) -> Int? { lastRated?.id == id ? lastRated?.rate : nil }

    /// The number of the view that the last link was found in, where every click on it has that answer for as long as the view is
    /// the latest; nil for a link with times, limits or a rate, and where no view is kept.
    public var steadyView: UInt64? { isSteady && keepsView ? viewNumber : nil }

    /// Whether the view with a number is still kept, and nothing has been committed since it was taken.
    public mutating func isLatest(_ number: UInt64) -> Bool {
        putBack()
        guard hasView, number == viewNumber, store.core.isUsable else { return false }
        return (try? transaction.transaction.isLatest()) ?? false
    }

    /// Looks a link up in the current state and copies its long link into the arena.
    ///
    /// - Parameters:
    ///   - key: The text of a ``LinkKey``, in the arena; a longer text has no link.
    ///   - time: In seconds since 1970; if nil, the start and the end of a link are ignored.
    ///   - ignoresCase: Whether a link is found whose code differs in case, if there is none with the code as it is.
    public mutating func find(
        _ key: TextRange, at time: Int64?, ignoresCase: Bool = false, in arena: inout ByteArena
    ) -> LinkAnswer {
        putBack()
        return find(key, at: time, takesClick: true, ignoresCase, in: &arena)
    }

    /// Looks a link up as ``find(_:at:in:)`` does, for who only wants to know: no click is taken out of the portion of a link
    /// with a maximum, and none is counted for it. Such a link counts as one with clicks left, unless it is known to have none.
    public mutating func peek(
        _ key: TextRange, at time: Int64?, ignoresCase: Bool = false, in arena: inout ByteArena
    ) -> LinkAnswer {
        find(key, at: time, takesClick: false, ignoresCase, in: &arena)
    }

    /// The key of a link whose code differs in case; `nil` if there is none.
    private mutating func otherSpelling(
        of key: TextRange, in arena: inout ByteArena
    ) throws(StoreError) -> TextRange? {
        guard let found = try transaction.otherSpelling(of: arena[key], by: &cursor) else { return nil }
        return arena.append(found.span)
    }

    private mutating func find(
        _ asked: TextRange, at time: Int64?, takesClick: Bool, _ ignoresCase: Bool, in arena: inout ByteArena
    ) -> LinkAnswer {
        var key = asked
        isSteady = false
        guard store.core.isUsable else { return .unavailable }
        guard key.count > 0, key.count <= LinkKey.maximumCount else { return .unknown }
        do throws(LMDBError) { try look() } catch { return .unavailable }
        defer { if !keepsView { rest() } }
        do throws(StoreError) {
            if ignoresCase, try !transaction.hasLink(key, in: arena) {
                guard let other = try otherSpelling(of: key, in: &arena) else { return .unknown }
                key = other
            }
            guard let view = try transaction.view(of: key, in: arena) else { return .unknown }
            let isOpen = view.isOpen
            if !isOpen, let refusal = try Self.refusal(view, transaction, store.core, at: time) {
                return refusal.withTarget(of: view, in: &arena)
            }
            let id = view.id
            let isLimited = !isOpen && view.maximumClicks != nil
            if isLimited, takesClick, hasLeases, let maximum = view.maximumClicks {
                switch store.core.leases.take(id) {
                case .granted: taken = id
                case .unleased: return .unleased(id: id, maximum: maximum)
                case .usedUp: return LinkAnswer.usedUp(target: nil).withTarget(of: view, in: &arena)
                case .unknown: return .unavailable
                }
            }
            let longLink = arena.append(view.longLink)
            if takesClick {
                lastLimited = isLimited ? id : nil
                lastEnding = isOpen ? nil : view.expires.map { (id: id, end: $0) }
                lastRated = view.clicksPerSecond.map { (id: id, rate: $0) }
                isSteady = isOpen && lastRated == nil
            }
            return .found(longLink: longLink, id: id, cacheSeconds: view.cacheSeconds)
        } catch { return .unavailable }
    }

    /// Why a link does not work at a time; nil if it does.
    private static func refusal(
        _ view: LinkView, _ transaction: borrowing LinkTransaction, _ core: StoreCore, at time: Int64?
    ) throws(StoreError) -> LinkAnswer? {
        if view.isDeleted { return .deleted }
        if view.isUnsafe { return .unsafe }
        if view.isDisabled { return .disabled }
        if let time, let starts = view.starts, time < starts { return .notStarted }
        if let time, let expires = view.expires, time >= expires { return .expired(target: nil) }
        guard let most = view.maximumClicks, !core.isReplica else { return nil }
        let id = view.id
        let waiting = core.pendingClicks.withLock { $0[id] ?? 0 }
        return try transaction.clicks(of: id) + waiting >= most ? .usedUp(target: nil) : nil
    }
}

extension LinkAnswer {
    /// The answer with the link's address for later clicks, where that belongs to it and the link has one.
    fileprivate func withTarget(of view: borrowing LinkView, in arena: inout ByteArena) -> LinkAnswer {
        switch self {
        case .expired:
            guard let target = view.target(.expiredTarget) else { return self }
            return .expired(target: arena.append(target))
        case .usedUp:
            guard let target = view.target(.usedUpTarget) else { return self }
            return .usedUp(target: arena.append(target))
        default: return self
        }
    }
}

extension LinkStore {
    /// Makes a reader for one thread. Throws if all reader slots are occupied.
    public func makeReader() throws(StoreError) -> LinkReader { try LinkReader(self) }
}
