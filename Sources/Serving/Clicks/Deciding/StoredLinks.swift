public import ByteText
public import LinkStore
import Links
public import Routing

/// The short links of a store, for the evaluator of one thread.
public final class StoredLinks: ShortLinks {
    private let store: LinkStore
    /// `nil` while all reader slots of the store are occupied. Accessed in place: a yielding accessor would allocate a
    /// coroutine frame twice per lookup.
    private var reader: LinkReader?
    /// Whether the view of a lookup is kept for later ones. If set, ``rest()`` must be called once a second.
    var keepsView = false {
        didSet { reader?.keepsView = keepsView }
    }

    /// The links whose password is not required for the current click.
    enum Unlocked {
        case nothing
        /// The link with a key, whose password the client has entered.
        case link([UInt8])
        /// All links; for responses that do not depend on the target.
        case everything
    }

    /// The links whose password is not required.
    var unlocked = Unlocked.nothing

    /// Waits until a link that is missing here could have arrived from the source; `false` if there is nothing to wait for.
    /// Only for threads that may block.
    package var awaitMissing: (() -> Bool)?

    /// The links of a store, looked up by one thread at a time. Occupies a reader slot, if one is free.
    public init(_ store: LinkStore) {
        self.store = store
        reader = try? store.makeReader()
    }

    /// The looked-up link of the current click, if it requires a lease from the source.
    private(set) var unleased: UnleasedLink?

    /// Starts another click, which may not look up any link.
    func forgetUnleased() { unleased = nil }

    private func needsLease(_ id: UInt64, _ maximum: UInt64) -> ShortLink {
        unleased = UnleasedLink(id: id, maximum: maximum)
        return .refused(.storeUnavailable)
    }

    /// Counts a click on the link found last, and the event it led to, also for its site and by its properties.
    func countClick(
        id: UInt64, _ outcome: LinkCount.Event?, _ platform: LinkCount.Platform, isScan: Bool, at time: Int64,
        _ detail: ClickDetail, host: Span<UInt8>, key: Span<UInt8>
    ) {
        reader?.countClick(id: id, outcome, platform, isScan: isScan, at: time, detail, host: host, key: key)
    }

    /// Uses other names for the properties of later clicks.
    func use(_ names: ClickNames) { reader?.use(names) }

    /// Whether the link found last has the given ID, and a maximum of clicks.
    func hasMaximum(_ id: UInt64) -> Bool { reader?.hasMaximum(id) ?? false }

    /// When the link found last expires, if it has the given ID; `nil` for never.
    func end(of id: UInt64) -> Int64? { reader?.end(of: id) }

    /// The rate limit of the link found last, if it has the given ID, in clicks per second; `nil` for the site's limit.
    func clicksPerSecond(of id: UInt64) -> Int? { reader?.clicksPerSecond(of: id) }

    /// Passes the counts to the store's writer.
    func flush() { reader?.flush() }

    /// Releases the view of the last lookup.
    func rest() { reader?.rest() }

    /// Retries to get a reader slot.
    private func makeReader() {
        reader = try? store.makeReader()
        reader?.keepsView = keepsView
    }

    /// Looks up a link in its current state; refused with `storeUnavailable` while all reader slots are occupied.
    public func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
        find(key, at: time, ignoresCase: false, in: &arena)
    }

    /// Looks up a link, and if no code matches exactly, one whose code differs in case.
    public func find(inAnyCase key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
        find(key, at: time, ignoresCase: true, in: &arena)
    }

    private func find(
        _ key: TextRange, at time: Int64?, ignoresCase: Bool, in arena: inout ByteArena
    ) -> ShortLink {
        if reader == nil { makeReader() }
        unleased = nil
        var answer = lookUp(key, at: time, ignoresCase, in: &arena)
        if case .unknown = answer, let awaitMissing, awaitMissing() {
            answer = lookUp(key, at: time, ignoresCase, in: &arena)
        }
        if case .unleased(let id, let maximum) = answer { return needsLease(id, maximum) }
        return Self.shortLink(answer)
    }

    private func isUnlocked(_ key: TextRange, in arena: borrowing ByteArena) -> Bool {
        switch unlocked {
        case .nothing: false
        case .link(let link): arena[key].equals(link.span)
        case .everything: true
        }
    }

    private func lookUp(
        _ key: TextRange, at time: Int64?, _ ignoresCase: Bool, in arena: inout ByteArena
    ) -> LinkAnswer {
        let isUnlocked = isUnlocked(key, in: arena)
        return reader?.find(key, at: time, ignoresCase: ignoresCase, isUnlocked: isUnlocked, in: &arena)
            ?? .unavailable
    }

    /// A link without times, limits, a rate and a password has the same result throughout a view.
    public var steadyState: LinksState? { reader?.steadyView.map { LinksState(number: $0) } }

    /// Whether nothing was committed since. Gives back a click that an earlier request took from a lease and did not use, as
    /// a lookup does.
    public func isLatest(_ state: LinksState) -> Bool {
        unleased = nil
        return reader?.isLatest(state.number) ?? false
    }

    /// Keeps the view of a lookup for later ones.
    public func beginLooking() { keepsView = true }

    /// Releases the view.
    public func endLooking() {
        keepsView = false
        rest()
    }

    /// Looks up a link without side effects: it takes no click from a lease, and requests none.
    func peek(_ key: TextRange, at time: Int64?, ignoresCase: Bool, in arena: inout ByteArena) -> ShortLink {
        let isUnlocked = isUnlocked(key, in: arena)
        return Self.shortLink(
            reader?.peek(key, at: time, ignoresCase: ignoresCase, isUnlocked: isUnlocked, in: &arena)
                ?? .unavailable)
    }

    /// The password hash of a link; `nil` if it has none, or can't be read. Copies the link: for cold paths.
    func password(of key: TextRange, ignoresCase: Bool, in arena: borrowing ByteArena) -> String? {
        record(of: key, ignoresCase: ignoresCase, in: arena)?.password
    }

    private func record(of key: TextRange, ignoresCase: Bool, in arena: borrowing ByteArena) -> LinkRecord? {
        guard let key = LinkKey(arena.string(key)) else { return nil }
        var record = try? store.link(key)
        if record == nil, ignoresCase { record = try? store.otherSpelling(of: key) }
        return record
    }

    /// Looks up a link without side effects; one that clicks have used up still leads to its target.
    fileprivate func peekUsed(
        _ key: TextRange, at time: Int64?, ignoresCase: Bool, in arena: inout ByteArena
    ) -> ShortLink {
        let answer = peek(key, at: time, ignoresCase: ignoresCase, in: &arena)
        guard answer.isUsedUp, let record = record(of: key, ignoresCase: ignoresCase, in: arena), !record.isDeleted
        else { return answer }
        guard isUnlocked(key, in: arena) || record.password == nil else { return .refused(.passwordRequired) }
        return .found(longLink: arena.append(record.longLink), id: record.id, cacheSeconds: record.cacheSeconds)
    }

    private static func over(_ code: LinkFault.Code, _ target: TextRange?) -> ShortLink {
        target.map { .over(code, target: $0) } ?? .refused(code)
    }

    private static func shortLink(_ answer: LinkAnswer) -> ShortLink {
        switch answer {
        case .found(let longLink, let id, let seconds): .found(longLink: longLink, id: id, cacheSeconds: seconds)
        case .unknown: .refused(.unknownLink)
        case .notStarted: .refused(.linkNotStarted)
        case .expired(let target): Self.over(.linkExpired, target)
        case .usedUp(let target): Self.over(.linkUsedUp, target)
        case .unsafe: .refused(.linkUnsafe)
        case .disabled: .refused(.linkDisabled)
        case .deleted: .refused(.linkDeleted)
        case .locked: .refused(.passwordRequired)
        case .unleased, .unavailable: .refused(.storeUnavailable)
        }
    }
}

extension ShortLink {
    /// Whether clicks have used up the link.
    fileprivate var isUsedUp: Bool {
        switch self {
        case .refused(let code), .over(let code, _): code == .linkUsedUp
        case .found: false
        }
    }
}

/// A store's short links, looked up without side effects.
final class PeekedLinks: ShortLinks {
    private let links: StoredLinks

    init(_ links: StoredLinks) { self.links = links }

    func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
        links.peek(key, at: time, ignoresCase: false, in: &arena)
    }

    func find(inAnyCase key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
        links.peek(key, at: time, ignoresCase: true, in: &arena)
    }
}

/// A store's short links for users who have clicked before: a maximum of clicks is ignored.
final class ClaimedLinks: ShortLinks {
    private let links: StoredLinks

    init(_ links: StoredLinks) { self.links = links }

    func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
        links.peekUsed(key, at: time, ignoresCase: false, in: &arena)
    }

    func find(inAnyCase key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
        links.peekUsed(key, at: time, ignoresCase: true, in: &arena)
    }
}

/// A link with a maximum of clicks for which this node has no lease left.
package struct UnleasedLink: Sendable {
    package let id: UInt64
    package let maximum: UInt64
}
