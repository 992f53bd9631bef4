import Devices
import LogFormats
import Routing

/// The changes between two rule sets: from the one compared with ("before") to the one that is replayed ("now").
///
/// A change is a click with a different response. A click with the same response from another rule is counted
/// separately. Adds up as ``ReplaySums`` do.
public struct ChangeSums: Sendable {
    /// The rule set compared with.
    private(set) var before: RuleSetNames
    /// The list of expected changes.
    let allowed: AllowedChanges

    /// All clicks, by decision before and decision now.
    var matrix = DecisionCounts(keys: DecisionKind.allCases.count)
    /// The clicks with a different response, by decision before and now. On the diagonal, the decision is the same.
    var changed = DecisionCounts(keys: DecisionKind.allCases.count)
    /// Changed clicks by difference, in the order of ``DecisionDifference``.
    var differences = [Int](repeating: 0, count: DecisionDifference.names.count)
    /// Clicks with the same response from a rule of another name.
    var otherRule = 0
    /// Changed clicks by the rule that decided before, and by the one that decides now. The last entry is for no rule.
    var byRuleBefore: [Int]
    var byRuleNow: [Int]
    var pairs = RulePairs()
    /// Changed clicks by current site. The last entry is for no site.
    var sites: DecisionCounts
    var platforms = DecisionCounts(keys: Platform.count + 1)
    var links = LinkCounts()
    /// Changed clicks by the entry of ``allowed`` that expects them.
    var expected: [Int]
    /// Changed clicks that no entry expects.
    var unexpected = 0
    /// Changed clicks, by decision before and now.
    var samples: [Samples<ChangeSample>]

    init(before: RuleSetNames, now: RuleSetNames, allowed: AllowedChanges) {
        self.before = before
        self.allowed = allowed
        byRuleBefore = Array(repeating: 0, count: before.rules.count + 1)
        byRuleNow = Array(repeating: 0, count: now.rules.count + 1)
        sites = DecisionCounts(keys: now.sites.count + 1)
        expected = Array(repeating: 0, count: allowed.entries.count)
        samples = Array(
            repeating: Samples(limit: ChangeSample.limit),
            count: DecisionKind.allCases.count * DecisionKind.allCases.count)
    }

    /// A copy with other names, whose counts by rule the caller sets.
    init(before names: RuleSetNames, countsOf other: ChangeSums) {
        self = other
        before = names
    }

    /// The number of clicks decided by both rule sets.
    public var comparedCount: Int { matrix.cells.reduce(0, +) }
    /// The number of clicks with a different response.
    public var changedCount: Int { changed.cells.reduce(0, +) }
    /// The number of changed clicks that no entry expects, including those above an entry's limit.
    public var unexpectedCount: Int {
        unexpected + allowed.entries.indices.filter(isExceeded).reduce(0) { $0 + expected[$1] }
    }

    /// Whether more clicks changed than an entry allows.
    func isExceeded(_ entry: Int) -> Bool {
        switch allowed.entries[entry].limit {
        case nil: false
        case .clicks(let limit): expected[entry] > limit
        case .share(let share): Double(expected[entry]) > share * Double(comparedCount)
        }
    }

    mutating func merge(_ other: ChangeSums) throws(SumsMismatch) {
        guard before == other.before else { throw SumsMismatch(.against, before.hash, other.before.hash) }
        guard allowed == other.allowed else { throw SumsMismatch(.allowed, "", "") }
        matrix.merge(other.matrix)
        changed.merge(other.changed)
        differences.add(other.differences)
        otherRule += other.otherRule
        byRuleBefore.add(other.byRuleBefore)
        byRuleNow.add(other.byRuleNow)
        pairs.merge(other.pairs)
        sites.merge(other.sites)
        platforms.merge(other.platforms)
        links.merge(other.links)
        expected.add(other.expected)
        unexpected += other.unexpected
        for index in samples.indices { samples[index].merge(other.samples[index]) }
    }

    mutating func resolve(_ numbers: LineNumbers) {
        for index in samples.indices { samples[index].forEach { $0.place.resolve(numbers) } }
    }
}
