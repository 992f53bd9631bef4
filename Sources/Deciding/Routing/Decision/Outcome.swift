public import ByteText
public import Devices
import Links

/// What the evaluator made of a click: the decision, and what it found out on the way.
///
/// Its texts and lists are ranges of the arena that held the request, and good until that is reset.
public struct Outcome: Sendable {
    /// What the client gets.
    public var decision: Decision
    /// The site whose rules were tried, by its place in the rule set; nil where the link was refused before that.
    public var site: Int?
    /// What clicked; nil where the link was refused before that was asked and the caller did not know it.
    public var device: Device?
    /// What was asked of the short links that the rules do not state; nil where nothing was.
    public var shortLink: AskedShortLink?
    /// Whether a second short link was looked up, since the first is unknown: the decision does not follow from ``shortLink`` alone.
    public var asksTwice = false
    /// Where the click has been before: it was counted there.
    public var returnedFrom: ReturnedFrom = .none
    /// The rules whose conditions were unknown, in order.
    public var undecided = RuleList()
    /// The rules that matched and only set what goes beside the decision, in order.
    public var beside = RuleList()

    /// An outcome of which nothing but the decision is known yet.
    public init(_ decision: Decision) { self.decision = decision }

    /// Whether the click goes to the link that its address begins with, where only punctuation follows.
    public var isCorrected: Bool { asksTwice && decision.kind == .continueRedirect && decision.rule == nil }

    /// The number that the short link of ``shortLink`` is counted by; nil where it was none.
    @inlinable public var linkID: UInt64? { shortLink?.linkID }

    /// Calls `body` with the place of everything that lies in the arena, to move it: the one list of it. A test holds it
    /// against the fields that there are.
    public mutating func forEachText(_ body: (inout TextRange) -> Void) {
        decision.forEachText(body)
        device?.forEachText(body)
        shortLink?.forEachText(body)
        undecided.forEachText(body)
        beside.forEachText(body)
    }
}

/// Rules by their index in the rule set, in the arena of the click: four bytes for each, the lowest first.
public struct RuleList: Sendable {
    private var bytes = TextRange.empty

    /// The empty list.
    public init() {}

    init(_ rules: [Int], in arena: inout ByteArena) {
        guard !rules.isEmpty else { return }
        let mark = arena.count
        for rule in rules {
            for byte in 0..<4 { arena.append(UInt8(truncatingIfNeeded: rule >> (8 * byte))) }
        }
        bytes = arena.piece(from: mark)
    }

    /// Whether there are no rules.
    public var isEmpty: Bool { bytes.isEmpty }
    /// How many rules there are.
    public var count: Int { Int(bytes.count) / 4 }

    /// Calls `body` with each rule.
    public func forEach(in arena: borrowing ByteArena, _ body: (Int) -> Void) {
        let span = arena[bytes]
        var index = 0
        while index < span.count {
            body(
                Int(span[index]) | Int(span[index + 1]) << 8 | Int(span[index + 2]) << 16 | Int(span[index + 3]) << 24)
            index += 4
        }
    }

    /// The rules as a list of its own: for people and tests.
    public func indices(in arena: borrowing ByteArena) -> [Int] {
        var rules: [Int] = []
        forEach(in: arena) { rules.append($0) }
        return rules
    }

    mutating func forEachText(_ body: (inout TextRange) -> Void) {
        if !bytes.isEmpty { body(&bytes) }
    }
}

/// What a decision asked of the short links, and what the answer was. It asks once at most: what a short link expands to
/// is not a short link.
public struct AskedShortLink: Sendable {
    /// What was looked up: `host[/prefix]/code`.
    public var key: TextRange
    /// What the short links answered.
    public var answer: ShortLink

    /// Whether a link with the code in another case was an answer, too.
    public let ignoresCase: Bool

    /// `key` and the texts of `answer` are ranges of one arena.
    public init(key: TextRange, answer: ShortLink, ignoresCase: Bool = false) {
        self.key = key
        self.answer = answer
        self.ignoresCase = ignoresCase
    }

    /// Asks short links for a key.
    init(
        _ key: TextRange, ignoresCase: Bool, of links: any ShortLinks, at time: Int64?, in arena: inout ByteArena
    ) {
        let answer =
            ignoresCase ? links.find(inAnyCase: key, at: time, in: &arena) : links.find(key, at: time, in: &arena)
        self.init(key: key, answer: answer, ignoresCase: ignoresCase)
    }

    /// Asks again what was asked.
    public func again(_ links: any ShortLinks, at time: Int64?, in arena: inout ByteArena) -> AskedShortLink {
        AskedShortLink(key, ignoresCase: ignoresCase, of: links, at: time, in: &arena)
    }

    /// Whether another question is the same.
    public func asks(for other: TextRange, ignoresCase: Bool, in arena: borrowing ByteArena) -> Bool {
        self.ignoresCase == ignoresCase && arena[key].equals(arena[other])
    }

    /// The number that the link is counted by; nil for one that leads nowhere.
    @inlinable public var linkID: UInt64? {
        guard case .found(_, let id, _) = answer else { return nil }
        return id
    }

    /// How many seconds the link lets caches keep where it leads; nil where it does not say.
    var cacheSeconds: Int? {
        guard case .found(_, _, let seconds) = answer else { return nil }
        return seconds
    }

    /// Whether another answer leads to the same decision. The number that a link is counted by has no part in it.
    public func isAnswered(by other: ShortLink, in arena: borrowing ByteArena) -> Bool {
        switch (answer, other) {
        case (.found(let one, _, let seconds), .found(let other, _, let otherSeconds)):
            seconds == otherSeconds && arena[one].equals(arena[other])
        case (.refused(let one), .refused(let other)): one == other
        case (.over(let code, let one), .over(let otherCode, let other)):
            code == otherCode && arena[one].equals(arena[other])
        default: false
        }
    }

    mutating func forEachText(_ body: (inout TextRange) -> Void) {
        body(&key)
        switch answer {
        case .found(var longLink, let id, let seconds):
            body(&longLink)
            answer = .found(longLink: longLink, id: id, cacheSeconds: seconds)
        case .over(let code, var target):
            body(&target)
            answer = .over(code, target: target)
        case .refused: return
        }
    }
}

extension Decision {
    /// Calls `body` with the place of each text, to move it.
    mutating func forEachText(_ body: (inout TextRange) -> Void) {
        // Most pages' buttons lead where the redirect would: the text is kept once.
        let sharesLocation = appLocation == location
        location?.move(body)
        if sharesLocation { appLocation = location } else { appLocation?.move(body) }
        target?.move(body)
        payload?.move(body)
        passed?.move(body)
        meta?.forEachText(body)
        app?.forEachText(body)
        fallback?.forEachText(body)
    }
}

extension Decision.SocialMeta {
    fileprivate mutating func forEachText(_ body: (inout TextRange) -> Void) {
        title?.move(body)
        description?.move(body)
        image?.move(body)
    }
}

extension Decision.App {
    fileprivate mutating func forEachText(_ body: (inout TextRange) -> Void) {
        id.move(body)
        minimumVersion?.move(body)
    }
}

extension Decision.Fallback {
    fileprivate mutating func forEachText(_ body: (inout TextRange) -> Void) {
        target.move(body)
    }
}

extension Device {
    fileprivate mutating func forEachText(_ body: (inout TextRange) -> Void) {
        if !osVersion.isEmpty { osVersion.move(body) }
        if !browserVersion.isEmpty { browserVersion.move(body) }
    }
}

extension TextRange {
    fileprivate mutating func move(_ body: (inout TextRange) -> Void) { body(&self) }
}
