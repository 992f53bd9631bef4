import ByteText
import Devices

/// The evaluator's findings about a click: the parts of its outcome, in arrays that are reused.
struct Findings: ~Copyable {
    var undecided: [Int] = []
    var beside: [Int] = []
    var site: Int?
    var device: Device?
    var returnedFrom: ReturnedFrom = .none
    /// The redirect of the site that replaces the refusal of the link.
    var stray: Stray?
    /// The link's own address for clicks after it has expired or is used up.
    var later: LaterTarget?
    /// The known link that replaces an unknown one.
    var corrected: CorrectedLink?
    /// Whether a second short link was looked up because the first is unknown.
    var asksTwice = false
    /// The lookup in the short-link store.
    var asked: AskedShortLink?
    /// The state of the short links during that lookup, if the answer is the same throughout that state.
    var state: LinksState?
    /// An answer that was known before the lookup.
    private(set) var known: AskedShortLink?

    init() {
        undecided.reserveCapacity(64)
        beside.reserveCapacity(64)
    }

    /// Resets the findings and keeps the allocated memory.
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

    /// Records a newer answer of the short-link store.
    mutating func learn(_ asked: AskedShortLink) { known = asked }

    /// Removes the undecided rules, and the matching ones that do not decide.
    mutating func forgetRules() {
        if !undecided.isEmpty { undecided.removeAll(keepingCapacity: true) }
        if !beside.isEmpty { beside.removeAll(keepingCapacity: true) }
    }

    /// Adds the findings to an outcome, which has no rules yet.
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
