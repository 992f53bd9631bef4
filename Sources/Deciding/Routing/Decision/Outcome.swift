public import ByteText
public import Devices
import Links

/// The evaluator's result for a click: the decision, and the findings made on the way.
///
/// Texts and lists are ranges of the arena that contained the request, valid until the arena is reset.
public struct Outcome: Sendable {
    /// The decision.
    public var decision: Decision
    /// The index of the site whose rules were tried; `nil` if the link was refused before that.
    public var site: Int?
    /// The device of the click; `nil` if the link was refused before classification and the caller did not pass a
    /// device.
    public var device: Device?
    /// The lookup in the short-link store; `nil` if there was none.
    public var shortLink: AskedShortLink?
    /// Whether a second short link was looked up because the first is unknown.
    public var asksTwice = false
    /// Where the click returned from. A returned click has been counted before.
    public var returnedFrom: ReturnedFrom = .none
    /// The rules whose conditions were unknown, in order.
    public var undecided = RuleList()
    /// The matching rules that set only page, status or caching, in order.
    public var beside = RuleList()

    /// Creates an outcome that contains only the decision.
    public init(_ decision: Decision) { self.decision = decision }

    /// Whether the click goes to a link whose address is the clicked one without trailing punctuation.
    public var isCorrected: Bool { asksTwice && decision.kind == .continueRedirect && decision.rule == nil }

    /// The ID that the short link of ``shortLink`` is counted by; `nil` if it is not a short link.
    @inlinable public var linkID: UInt64? { shortLink?.linkID }
}

/// Rules by their index in the rule set, stored in the arena of the click: four bytes each, in ascending order.
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

    /// The rules as an array. Allocates; for display and tests.
    public func indices(in arena: borrowing ByteArena) -> [Int] {
        var rules: [Int] = []
        forEach(in: arena) { rules.append($0) }
        return rules
    }
}

/// A decision's lookup in the short-link store, and its answer. There is at most one, because a short link never
/// expands to a short link.
public struct AskedShortLink: Sendable {
    /// The key: `host[/prefix]/code`.
    public var key: TextRange
    /// The store's answer.
    public var answer: ShortLink

    /// Whether a link whose code differs in case was acceptable as well.
    public let ignoresCase: Bool

    /// Creates a lookup. `key` and the texts of `answer` must be ranges of one arena.
    public init(key: TextRange, answer: ShortLink, ignoresCase: Bool = false) {
        self.key = key
        self.answer = answer
        self.ignoresCase = ignoresCase
    }

    /// Looks a key up.
    init(
        _ key: TextRange, ignoresCase: Bool, of links: any ShortLinks, at time: Int64?, in arena: inout ByteArena
    ) {
        let answer =
            ignoresCase ? links.find(inAnyCase: key, at: time, in: &arena) : links.find(key, at: time, in: &arena)
        self.init(key: key, answer: answer, ignoresCase: ignoresCase)
    }

    /// Repeats the lookup.
    public func again(_ links: any ShortLinks, at time: Int64?, in arena: inout ByteArena) -> AskedShortLink {
        AskedShortLink(key, ignoresCase: ignoresCase, of: links, at: time, in: &arena)
    }

    /// Whether another lookup would be the same.
    public func asks(for other: TextRange, ignoresCase: Bool, in arena: borrowing ByteArena) -> Bool {
        self.ignoresCase == ignoresCase && arena[key].equals(arena[other])
    }

    /// The ID that the link is counted by; `nil` if it has no target.
    @inlinable public var linkID: UInt64? {
        guard case .found(_, let id, _) = answer else { return nil }
        return id
    }

    /// The number of seconds that caches may keep the link's target; `nil` if the link does not specify it.
    var cacheSeconds: Int? {
        guard case .found(_, _, let seconds) = answer else { return nil }
        return seconds
    }

    /// Whether another answer leads to the same decision. The ID that a link is counted by does not affect it.
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
