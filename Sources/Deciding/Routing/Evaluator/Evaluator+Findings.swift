import ByteText
import Devices

/// What the evaluator finds out about a click while it decides: the parts of its outcome, in lists that keep their memory.
struct Findings: ~Copyable {
    var undecided: [Int] = []
    var beside: [Int] = []
    var site: Int?
    var device: Device?
    var returnedFrom: ReturnedFrom = .none
    /// The redirect of the site that replaces the refusal of the link.
    var stray: Stray?
    /// Where the link itself says that clicks go on which come too late.
    var later: LaterTarget?
    /// The link that is meant by one that is unknown.
    var corrected: CorrectedLink?
    /// Whether a second short link was looked up, since the first is unknown.
    var asksTwice = false
    /// What the short links were asked.
    var asked: AskedShortLink?
    /// The state of the short links in which they were asked that, where the answer is the same in all of that state.
    var state: LinksState?
    /// What they are known to answer.
    private(set) var known: AskedShortLink?

    init() {
        undecided.reserveCapacity(64)
        beside.reserveCapacity(64)
    }

    /// Forgets the last click and keeps the memory.
    mutating func reset(knowing known: AskedShortLink?) {
        forgetRules()
        site = nil
        device = nil
        returnedFrom = .none
        stray = nil
        later = nil
        corrected = nil
        asksTwice = false
        asked = nil
        state = nil
        self.known = known
    }

    /// What the short links have answered in the meantime.
    mutating func learn(_ asked: AskedShortLink) { known = asked }

    /// Forgets which rules were undecided, and which set what goes beside the decision.
    mutating func forgetRules() {
        if !undecided.isEmpty { undecided.removeAll(keepingCapacity: true) }
        if !beside.isEmpty { beside.removeAll(keepingCapacity: true) }
    }

    /// Puts what was found beside the decision. The outcome has no rules yet.
    func complete(_ outcome: inout Outcome, in arena: inout ByteArena) {
        outcome.site = site
        outcome.device = device
        outcome.returnedFrom = returnedFrom
        outcome.shortLink = asked
        outcome.asksTwice = asksTwice
        if !undecided.isEmpty { outcome.undecided = RuleList(undecided, in: &arena) }
        if !beside.isEmpty { outcome.beside = RuleList(beside, in: &arena) }
    }
}
