public import ByteText
public import LinkStore
import Links
public import Routing

/// The short links of a store, for the evaluator of one thread.
public final class StoredLinks: ShortLinks {
    private let store: LinkStore
    /// Nil while all reader slots of the store are occupied. It is used where it is kept: to lend it asks for the memory of a
    /// coroutine's frame, twice for each look-up.
    private let reader: Confined<LinkReader?>
    /// Whether the view of a look-up is kept for the next ones; who sets it promises to call ``rest()`` once a second.
    var keepsView = false {
        didSet { reader.value?.keepsView = keepsView }
    }

    /// Waits until a link that is missing here could have arrived from the source; false if there is nothing to wait for. For threads
    /// that may wait.
    var awaitMissing: (() -> Bool)?

    /// The links of a store, looked up by one thread at a time. Occupies a reader slot, if one is free.
    public init(_ store: LinkStore) {
        self.store = store
        reader = Confined(try? store.makeReader())
    }

    /// The link that was looked up for the current click, if the source has to be asked before it works.
    private(set) var unleased: UnleasedLink?

    /// Begins another click, which may ask for no link at all.
    func forgetUnleased() { unleased = nil }

    private func needsLease(_ id: UInt64, _ maximum: UInt64) -> ShortLink {
        unleased = UnleasedLink(id: id, maximum: maximum)
        return .refused(.storeUnavailable)
    }

    /// Counts a click on the link found last, and what it led to.
    func countClick(
        id: UInt64, _ outcome: LinkCount.Event?, _ platform: LinkCount.Platform, isScan: Bool, at time: Int64
    ) {
        reader.value?.countClick(id: id, outcome, platform, isScan: isScan, at: time)
    }

    /// Whether the link found last is the one of a number, and allows a number of clicks.
    func hasMaximum(_ id: UInt64) -> Bool { reader.value?.hasMaximum(id) ?? false }

    /// When the link found last ends, if it is the one of a number; nil for never.
    func end(of id: UInt64) -> Int64? { reader.value?.end(of: id) }

    /// How many clicks a second the link found last allows, if it is the one of a number; nil for what its site says.
    func clicksPerSecond(of id: UInt64) -> Int? { reader.value?.clicksPerSecond(of: id) }

    /// Hands what was counted to the store's writer.
    func flush() { reader.value?.flush() }

    /// Lets go of the view of the last look-up.
    func rest() { reader.value?.rest() }

    /// Tries again to have a reader slot.
    private func makeReader() {
        reader.value = try? store.makeReader()
        reader.value?.keepsView = keepsView
    }

    /// Looks a link up in its current state; refused with `storeUnavailable` while all reader slots are occupied.
    public func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
        find(key, at: time, ignoresCase: false, in: &arena)
    }

    /// Looks a link up, and if there is none with the code as it is, one whose code differs in case.
    public func find(inAnyCase key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
        find(key, at: time, ignoresCase: true, in: &arena)
    }

    private func find(
        _ key: TextRange, at time: Int64?, ignoresCase: Bool, in arena: inout ByteArena
    ) -> ShortLink {
        if reader.value == nil { makeReader() }
        unleased = nil
        var answer = reader.value?.find(key, at: time, ignoresCase: ignoresCase, in: &arena) ?? .unavailable
        if case .unknown = answer, let awaitMissing, awaitMissing() {
            answer = reader.value?.find(key, at: time, ignoresCase: ignoresCase, in: &arena) ?? .unavailable
        }
        if case .unleased(let id, let maximum) = answer { return needsLease(id, maximum) }
        return Self.shortLink(answer)
    }

    /// A link without times, limits and a rate leads to the same in all of one view.
    public var steadyState: LinksState? { reader.value?.steadyView.map { LinksState(number: $0) } }

    /// Whether nothing was committed since. What a click before has taken and not used is given back, as by a look-up.
    public func isLatest(_ state: LinksState) -> Bool {
        unleased = nil
        return reader.value?.isLatest(state.number) ?? false
    }

    /// Keeps the view of a look-up for the next ones.
    public func beginLooking() { keepsView = true }

    /// Lets go of the view.
    public func endLooking() {
        keepsView = false
        rest()
    }

    /// Looks a link up and leaves no trace of that: no click is taken out of a portion, and no lease is asked for.
    func peek(_ key: TextRange, at time: Int64?, ignoresCase: Bool, in arena: inout ByteArena) -> ShortLink {
        Self.shortLink(reader.value?.peek(key, at: time, ignoresCase: ignoresCase, in: &arena) ?? .unavailable)
    }

    /// The same, where a link that clicks have used up leads where it led.
    fileprivate func peekUsed(
        _ key: TextRange, at time: Int64?, ignoresCase: Bool, in arena: inout ByteArena
    ) -> ShortLink {
        let answer = peek(key, at: time, ignoresCase: ignoresCase, in: &arena)
        guard answer.isUsedUp, let key = LinkKey(arena.string(key)) else { return answer }
        var record = try? store.link(key)
        if record == nil, ignoresCase { record = try? store.otherSpelling(of: key) }
        guard let record, !record.isDeleted else { return answer }
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
        case .unleased, .unavailable: .refused(.storeUnavailable)
        }
    }
}

extension ShortLink {
    /// Whether clicks have used the link up.
    fileprivate var isUsedUp: Bool {
        switch self {
        case .refused(let code), .over(let code, _): code == .linkUsedUp
        case .found: false
        }
    }
}

/// A store's short links for those who only want to know where they lead.
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

/// A store's short links for those who have clicked on one before: a maximum of clicks is none for them.
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

/// A link with a maximum of clicks, of which this node has no portion left.
struct UnleasedLink: Sendable {
    let id: UInt64
    let maximum: UInt64
}
