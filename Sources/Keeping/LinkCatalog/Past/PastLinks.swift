public import ByteText
public import LinkStore
import Links
public import Routing

/// The short links as they were at a moment, for decisions of the past. For cold paths.
///
/// A store keeps the latest changes of each link (``LinkStore/LinkHistory``), and nothing of deleted links. What it does not
/// keep is reported (``doubt``), and never guessed.
public final class PastLinks: ShortLinks {
    /// Finds a link as it was at a moment, in seconds since the epoch; at `nil`, as it is now.
    public typealias Find = (_ key: LinkKey, _ ignoresCase: Bool, _ moment: Int64?) -> PastLink

    /// Why a link that was looked up since ``look(at:)`` may have had another state at the moment; `nil` if all are known.
    public private(set) var doubt: PastLink.Doubt?
    private var moment: Int64?
    private let lookUp: Find

    /// Links that are found by a closure.
    public init(_ find: @escaping Find) { lookUp = find }

    /// The links of a store.
    public convenience init(_ store: LinkStore) { self.init(Self.find(in: store)) }

    /// Finds links in a store. A link that can't be read is unknown.
    public static func find(in store: LinkStore) -> Find {
        let histories = LinkHistories(store)
        return { key, ignoresCase, moment in
            histories.history(of: key, ignoresCase)?.link(at: moment) ?? PastLink()
        }
    }

    /// Sets the moment of later lookups, and forgets doubts.
    public func look(at moment: Int64?) { (self.moment, doubt) = (moment, nil) }

    /// Finds the link with the exact code.
    public func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
        find(key, false, at: time, in: &arena)
    }

    /// Finds the link with the exact code, or else one whose code differs in case.
    public func find(inAnyCase key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
        find(key, true, at: time, in: &arena)
    }

    private func find(
        _ key: TextRange, _ ignoresCase: Bool, at time: Int64?, in arena: inout ByteArena
    ) -> ShortLink {
        guard let key = LinkKey(arena.string(key)) else { return .refused(.unknownLink) }
        let link = lookUp(key, ignoresCase, moment)
        doubt = doubt ?? link.doubt
        guard let state = link.state else { return .refused(.unknownLink) }
        return answer(state, at: time, in: &arena)
    }

    /// The answer to a click, as on the click path (``LinkStore/LinkReader``).
    private func answer(_ link: PastLink.State, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
        if link.isDeleted { return .refused(.linkDeleted) }
        if link.isUnsafe { return .refused(.linkUnsafe) }
        if link.isDisabled { return .refused(.linkDisabled) }
        if let time, let starts = link.starts, time < starts { return .refused(.linkNotStarted) }
        if let time, let expires = link.expires, time >= expires {
            guard let target = link.expiredTarget else { return .refused(.linkExpired) }
            return .over(.linkExpired, target: arena.append(target))
        }
        if link.isLimited { doubt = doubt ?? .limited }
        if link.hasPassword {
            doubt = doubt ?? .password
            return .refused(.passwordRequired)
        }
        return .found(longLink: arena.append(link.longLink), id: link.id, cacheSeconds: link.cacheSeconds)
    }
}

/// The histories of the links that were looked up last.
private final class LinkHistories {
    private struct Spelling: Hashable {
        var key: LinkKey
        var ignoresCase: Bool
    }

    private static let mostKnown = 20_000

    private let store: LinkStore
    private var known: [Spelling: LinkHistory?] = [:]

    init(_ store: LinkStore) { self.store = store }

    /// A link, possibly deleted, with its latest changes; `nil` if there never was one.
    func history(of key: LinkKey, _ ignoresCase: Bool) -> LinkHistory? {
        let spelling = Spelling(key: key, ignoresCase: ignoresCase)
        if let history = known[spelling] { return history }
        if known.count == Self.mostKnown { known.removeAll() }
        let history = read(key, ignoresCase)
        known.updateValue(history, forKey: spelling)
        return history
    }

    private func read(_ key: LinkKey, _ ignoresCase: Bool) -> LinkHistory? {
        if let history = try? store.past(of: key) { return history }
        guard ignoresCase, let other = try? store.otherSpelling(of: key) else { return nil }
        return try? store.past(of: other.key)
    }
}
