import ByteText
public import Devices

/// What an evaluator has found out about the last click, beside the decision.
struct Findings {
    var undecided: [Int] = []
    var beside: [Int] = []
    var site: Int?
    var device: Device?
    /// What the link's code stands for in the store.
    var shortLink: ShortLinkReading?
    /// Whether the store was asked: without a short link, what it has said holds for that moment only.
    var hasAskedShortLinks = false

    init() {
        undecided.reserveCapacity(64)
        beside.reserveCapacity(64)
    }

    /// Forgets the last click and keeps the memory.
    mutating func reset() {
        forgetRules()
        site = nil
        device = nil
        shortLink = nil
        hasAskedShortLinks = false
    }

    /// Forgets which rules were undecided, and which set what stands beside the decision.
    mutating func forgetRules() {
        undecided.removeAll(keepingCapacity: true)
        beside.removeAll(keepingCapacity: true)
    }
}

/// A short link that was looked up. The texts lie in the arena.
struct ShortLinkReading {
    /// What it was looked up by.
    var key: TextRange
    var longLink: TextRange
    /// The number that it is counted by.
    var id: UInt64
}

extension Evaluator {
    /// The rules whose conditions were unknown in the last decision, by index, in order.
    public var undecided: [Int] { findings.undecided }

    /// The rules that matched in the last decision and only set what stands beside it, by index, in order.
    public var beside: [Int] { findings.beside }

    /// The site of the last link whose rules were tried, by its place in the rule set; nil where it had none.
    public var lastSite: Int? { findings.site }

    /// The number that the short link of the last decision is counted by; nil where it was none of ``shortLinks``.
    public var lastLinkID: UInt64? { findings.shortLink?.id }

    /// The device of the last click, without its version where the decision was remembered; nil where its link was refused
    /// before that was asked.
    public var lastDevice: Device? { findings.device }
}
