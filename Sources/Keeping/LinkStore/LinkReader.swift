public import ByteText
import LMDB
import Synchronization
import Threads

/// Looks up links for one thread, always in the store's current state. Occupies a reader slot during its lifetime.
///
/// For the click path: it does not wait, allocate, or read the clock.
public struct LinkReader: ~Copyable {
    let store: LinkStore
    private var transaction: LinkTransaction
    /// Clicks not yet passed to the writer.
    var clicks = ClickBatch()
    /// The cursor for case-insensitive lookups; opened by the first one.
    private var cursor = KeptCursor()
    /// The last link found that has a maximum number of clicks.
    var lastLimited: UInt64?
    /// The last link looked up for a click, if it has an end.
    private var lastEnding: (id: UInt64, end: Int64)?
    /// The last link looked up for a click, if it sets a click rate.
    private var lastRated: (id: UInt64, rate: Int)?
    /// The link for which a click was taken out of its lease and not yet counted.
    private var taken: UInt64?
    /// Whether the snapshot of a lookup is kept for the next ones until a commit, which halves the cost of a lookup.
    ///
    /// If enabled, the caller must call ``rest()`` once a second: pages of a snapshot can't be reused, so the file
    /// grows while a snapshot is kept and other threads write.
    public var keepsView = false
    /// Whether the snapshot of the last lookup is kept.
    private var hasView = false
    /// The number of the snapshot, unique in the process.
    private var viewNumber: UInt64
    /// Whether the result of the last lookup is the same for all clicks in the snapshot.
    private var isSteady = false

    /// The number of readers created so far.
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

    /// Releases the snapshot of the last lookup.
    public mutating func rest() {
        if hasView { transaction.transaction.reset() }
        hasView = false
    }

    /// Takes a snapshot of the current state.
    private mutating func look() throws(LMDBError) {
        if hasView, try transaction.transaction.isLatest() { return }
        rest()
        try transaction.transaction.renew()
        viewNumber += 1
        hasView = true
    }

    /// Whether leases are needed. A replica's store opened for reading only does not have them.
    private var hasLeases: Bool { store.core.isReplica && !store.core.isReadOnly }

    /// Puts back a click that was taken for a link and not counted: a bot's, or a preview of the target.
    mutating func putBack() {
        if let taken { store.core.leases.putBack(taken) }
        taken = nil
    }

    /// Records that the taken click is counted.
    mutating func keepTaken(_ id: UInt64) {
        if taken == id { taken = nil }
    }

    // The next four are `mutating` because a borrowed reader would be copied for each call.
    /// Whether the last link looked up for a click has this ID and a maximum number of clicks.
    public mutating func hasMaximum(_ id: UInt64) -> Bool { lastLimited == id }

    /// The end of the last link looked up for a click, if it has this ID, in seconds since 1970-01-01T00:00:00Z; `nil`
    /// if it has none.
    public mutating func end(of id: UInt64) -> Int64? { lastEnding?.id == id ? lastEnding?.end : nil }

    /// The allowed clicks per second of the last link looked up for a click, if it has this ID; `nil` to use the
    /// site's.
    public mutating func clicksPerSecond(of id: UInt64) -> Int? { lastRated?.id == id ? lastRated?.rate : nil }

    /// The number of the snapshot of the last lookup, if every click on the link has the same result while the snapshot
    /// is the latest; `nil` for a link with times, limits or a rate, and if snapshots are not kept.
    public var steadyView: UInt64? {
        mutating get { isSteady && keepsView ? viewNumber : nil }
    }

    /// Whether the snapshot with a number is still kept, and nothing has been committed since.
    public mutating func isLatest(_ number: UInt64) -> Bool {
        putBack()
        guard hasView, number == viewNumber, store.core.isUsable else { return false }
        return (try? transaction.transaction.isLatest()) ?? false
    }

    /// Looks up a link in the current state and copies its long link into the arena.
    ///
    /// - Parameters:
    ///   - key: The text of a ``LinkKey``, in the arena; a longer text has no link.
    ///   - time: The time in seconds since 1970; if `nil`, the start and the end of a link are ignored.
    ///   - ignoresCase: Whether to find a link whose code differs in case if there is no exact match.
    ///   - isUnlocked: Whether the client has entered the link's password.
    public mutating func find(
        _ key: TextRange, at time: Int64?, ignoresCase: Bool = false, isUnlocked: Bool = false,
        in arena: inout ByteArena
    ) -> LinkAnswer {
        putBack()
        return find(key, at: time, takesClick: true, ignoresCase, isUnlocked, in: &arena)
    }

    /// Looks up a link as ``find(_:at:in:)`` does, without taking a click out of its lease or counting one. A link with
    /// a maximum counts as having clicks left unless it is known to have none.
    public mutating func peek(
        _ key: TextRange, at time: Int64?, ignoresCase: Bool = false, isUnlocked: Bool = false,
        in arena: inout ByteArena
    ) -> LinkAnswer {
        find(key, at: time, takesClick: false, ignoresCase, isUnlocked, in: &arena)
    }

    /// The key of a link whose code differs in case; `nil` if there is none.
    private mutating func otherSpelling(
        of key: TextRange, in arena: inout ByteArena
    ) throws(StoreError) -> TextRange? {
        guard let found = try transaction.otherSpelling(of: arena[key], by: &cursor) else { return nil }
        return arena.append(found.span)
    }

    private mutating func find(
        _ asked: TextRange, at time: Int64?, takesClick: Bool, _ ignoresCase: Bool, _ isUnlocked: Bool,
        in arena: inout ByteArena
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
            if !isOpen {
                if let refusal = try Self.refusal(view, transaction, store.core, at: time) {
                    return refusal.withTarget(of: view, in: &arena)
                }
                if view.hasPassword, !isUnlocked { return .locked }
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

    /// The reason a link does not work at a time; `nil` if it does.
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
    /// The result with the link's target for later clicks, if the result includes one and the link has it.
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
    /// Creates a reader for one thread. Throws if all reader slots are occupied.
    public func makeReader() throws(StoreError) -> LinkReader { try LinkReader(self) }
}

/// The result of a lookup on the click path.
public enum LinkAnswer: Sendable, Equatable {
    /// The long link, copied into the arena, the link's ID, and the number of seconds that caches may keep the target:
    /// 0 to prohibit caching, `nil` if the link does not set it.
    case found(longLink: TextRange, id: UInt64, cacheSeconds: Int? = nil)
    case unknown
    /// The link's start time is in the future.
    case notStarted
    /// The link has expired. The target for later clicks is copied into the arena; `nil` if the link has none.
    case expired(target: TextRange?)
    /// The link has a maximum number of clicks, and a lease of them must be requested from the source.
    case unleased(id: UInt64, maximum: UInt64)
    /// The link has reached its maximum number of clicks. The target for later clicks is as in ``expired(target:)``.
    case usedUp(target: TextRange?)
    case disabled
    case unsafe
    case deleted
    /// The link works, and its password has not been entered.
    case locked
    /// The store can't be read.
    case unavailable
}
