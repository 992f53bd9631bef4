public import LogFormats
import Devices
import Links
public import Routing

/// What is counted of a log, as numbers that add up: the sums of two logs are the sums of both, whatever the order.
///
/// Everything in it follows from the lines and not from the order in which they came, so that threads and machines may
/// share the work in any way. Indices are those of ``names`` and of the enumerations.
public struct ReplaySums: Sendable {
    public let names: RuleSetNames
    /// Lines read, decided, passed over and bad.
    public var counts = LineCounts()
    /// Whether the replay was interrupted. No part is made of such sums.
    public internal(set) var isPartial = false

    var decisions = DecisionCounts()
    /// By deciding rule; behind the last rule the clicks that no rule decided.
    var rules: [Int]
    /// The rules that matched and set what stands beside the decision.
    var rulesBeside: [Int]
    /// The rules that hung on something that is not known.
    var rulesUndecided: [Int]
    /// Decisions during which at least one rule hung on something that is not known.
    var undecided = 0
    /// By site; behind the last one the clicks that belong to none.
    var sites: DecisionCounts
    /// By platform; behind the last one the clicks whose device was not asked for.
    var platforms = DecisionCounts(keys: Platform.count + 1)
    var inApps = DecisionCounts(keys: InApp.count + 1)
    /// By what a bot is for; behind the last one people.
    var bots = DecisionCounts(keys: BotKind.count + 1)
    /// By page; behind the last one plain redirects.
    var pages = DecisionCounts(keys: Page.count + 1)
    /// Why links were refused, by the code's raw value.
    var faults = [Int](repeating: 0, count: LinkFault.Code.allCases.count)
    var warnings = [Int](repeating: 0, count: Warnings.names.count)
    var hours = HourTable()
    /// The decisions of lines without a time.
    var untimed = DecisionCounts()
    var links = LinkCounts()
    var logged = LoggedAnswers()
    /// Where lines could not be read, by fault.
    var badLines = [Samples<BadLineSample>](
        repeating: Samples(limit: BadLineSample.limit), count: LineFault.allCases.count)
    /// What changes, where two rule sets were compared.
    public internal(set) var changes: ChangeSums?

    public init(_ ruleSet: RuleSet) {
        self.init(RuleSetNames(ruleSet))
    }

    init(_ names: RuleSetNames) {
        self.names = names
        rules = Array(repeating: 0, count: names.rules.count + 1)
        rulesBeside = Array(repeating: 0, count: names.rules.count)
        rulesUndecided = Array(repeating: 0, count: names.rules.count)
        sites = DecisionCounts(keys: names.sites.count + 1)
    }

    /// Adds the sums of other lines, which the same rules decided.
    ///
    /// Throws what keeps them apart.
    public mutating func merge(_ other: ReplaySums) throws(SumsMismatch) {
        guard names == other.names else { throw SumsMismatch(.ruleSets, names.hash, other.names.hash) }
        try mergeChanges(other.changes)
        counts.add(other.counts)
        decisions.merge(other.decisions)
        rules.add(other.rules)
        rulesBeside.add(other.rulesBeside)
        rulesUndecided.add(other.rulesUndecided)
        undecided += other.undecided
        sites.merge(other.sites)
        platforms.merge(other.platforms)
        inApps.merge(other.inApps)
        bots.merge(other.bots)
        pages.merge(other.pages)
        faults.add(other.faults)
        warnings.add(other.warnings)
        hours.merge(other.hours)
        untimed.merge(other.untimed)
        links.merge(other.links)
        logged.merge(other.logged)
        for index in badLines.indices { badLines[index].merge(other.badLines[index]) }
    }

    private mutating func mergeChanges(_ other: ChangeSums?) throws(SumsMismatch) {
        guard let other, changes != nil else {
            guard changes == nil, other == nil else { throw SumsMismatch(.comparison, "", "") }
            return
        }
        try changes?.merge(other)
    }

    /// Puts in the numbers of sampled lines, when the whole log is read.
    public mutating func resolve(_ numbers: LineNumbers) {
        for index in badLines.indices { badLines[index].forEach { $0.place.resolve(numbers) } }
        logged.samples.forEach { $0.place.resolve(numbers) }
        changes?.resolve(numbers)
    }
}

/// Why sums do not add up.
public struct SumsMismatch: Error, Sendable, CustomStringConvertible {
    enum Kind {
        /// Other rules decided.
        case ruleSets
        /// One compares two rule sets, the other does not.
        case comparison
        /// Other rules were compared with.
        case against
        /// Other changes were allowed.
        case allowed
    }

    public let description: String

    init(_ kind: Kind, _ one: String, _ other: String) {
        description =
            switch kind {
            case .ruleSets: "its lines were decided by other rules: \(other), not \(one)"
            case .comparison: "only one of the two compares rules"
            case .against: "its lines were compared with other rules: \(other), not \(one)"
            case .allowed: "its list of allowed changes differs"
            }
    }
}

/// A line that could not be read.
struct BadLineSample: Sendable, Equatable, Comparable {
    /// How many of each fault are kept.
    static let limit = 5
    /// How much of a line is shown.
    static let textLimit = 160

    var place: SampledPlace
    /// The beginning of the line, masked.
    var text: String

    static func < (one: BadLineSample, other: BadLineSample) -> Bool {
        (one.place, one.text) < (other.place, other.text)
    }
}
