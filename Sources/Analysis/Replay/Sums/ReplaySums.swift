import Devices
import Links
public import LogFormats
public import Routing

/// The counts of a log. The sums of two logs can be merged, in any order.
///
/// They depend only on the lines, not on their order, so threads and machines may share the work in any way. Indices
/// are those of ``names`` and of the enumerations.
public struct ReplaySums: Sendable {
    /// The names of the rules and sites that the counts are indexed by.
    public private(set) var names: RuleSetNames
    /// Lines read, decided, bypassed, left out and bad.
    public var counts = LineCounts()
    /// The selection of the lines.
    var selection = SelectedLines()
    /// Whether the replay was interrupted. Such sums can't become a part.
    public internal(set) var isPartial = false

    var decisions = DecisionCounts()
    /// By deciding rule; the last entry is for clicks that no rule decided.
    var rules: [Int]
    /// By rule that matched and set something besides the decision.
    var rulesBeside: [Int]
    /// By rule that depended on an unknown fact.
    var rulesUndecided: [Int]
    /// The number of decisions during which at least one rule depended on an unknown fact.
    var undecided = 0
    /// By site; the last entry is for clicks on no site.
    var sites: DecisionCounts
    /// By platform; the last entry is for clicks whose device was not needed.
    var platforms = DecisionCounts(keys: Platform.count + 1)
    var inApps = DecisionCounts(keys: InApp.count + 1)
    var browsers = DecisionCounts(keys: Browser.count + 1)
    /// By the index of the country; the last entry is for clicks whose country is unknown.
    var countries = DecisionCounts(keys: Country.count + 1)
    /// By the host of the referrer, for clicks that have one.
    var referrers = LinkCounts()
    /// By the purpose of a bot; the last entry is for people.
    var bots = DecisionCounts(keys: BotKind.count + 1)
    /// By page; the last entry is for plain redirects.
    var pages = DecisionCounts(keys: Page.count + 1)
    /// Refused links, by the raw value of the code.
    var faults = [Int](repeating: 0, count: LinkFault.Code.allCases.count)
    var warnings = [Int](repeating: 0, count: Warnings.names.count)
    var hours = HourTable()
    /// All decisions of lines with a time.
    var week = WeekHours()
    /// The decisions of lines without a time.
    var untimed = DecisionCounts()
    var links = LinkCounts()
    var logged = LoggedAnswers()
    /// The logged decisions of candidate rules.
    var shadow = ShadowSums()
    /// The formats of the logs, and their unread parts.
    var formats = FormatTable()
    /// Samples of unreadable lines, by fault.
    var badLines = [Samples<BadLineSample>](
        repeating: Samples(limit: BadLineSample.limit), count: LineFault.allCases.count)
    /// The changes, if two rule sets were compared.
    public internal(set) var changes: ChangeSums?

    /// Empty sums for a log decided by these rules.
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

    /// A copy with other names, whose counts by rule and site the caller sets.
    init(_ names: RuleSetNames, countsOf other: ReplaySums) {
        self = other
        self.names = names
    }

    /// Adds the sums of other lines, decided by the same rules.
    ///
    /// - Throws: If the sums are of other rules or of another comparison. Nothing is added then.
    public mutating func merge(_ other: ReplaySums) throws(SumsMismatch) {
        guard names == other.names else { throw SumsMismatch(.ruleSets, names.hash, other.names.hash) }
        var selection = selection
        try selection.merge(other.selection)
        try mergeChanges(other.changes)
        self.selection = selection
        counts.add(other.counts)
        decisions.merge(other.decisions)
        rules.add(other.rules)
        rulesBeside.add(other.rulesBeside)
        rulesUndecided.add(other.rulesUndecided)
        undecided += other.undecided
        sites.merge(other.sites)
        platforms.merge(other.platforms)
        inApps.merge(other.inApps)
        browsers.merge(other.browsers)
        countries.merge(other.countries)
        referrers.merge(other.referrers)
        bots.merge(other.bots)
        pages.merge(other.pages)
        faults.add(other.faults)
        warnings.add(other.warnings)
        hours.merge(other.hours)
        week.counts.add(other.week.counts)
        untimed.merge(other.untimed)
        links.merge(other.links)
        logged.merge(other.logged)
        shadow.merge(other.shadow)
        formats.merge(other.formats)
        for index in badLines.indices { badLines[index].merge(other.badLines[index]) }
    }

    private mutating func mergeChanges(_ other: ChangeSums?) throws(SumsMismatch) {
        guard let other, changes != nil else {
            guard changes == nil, other == nil else { throw SumsMismatch(.comparison, "", "") }
            return
        }
        try changes?.merge(other)
    }

    /// Sets the line numbers of samples, once the whole log has been read.
    public mutating func resolve(_ numbers: LineNumbers) {
        for index in badLines.indices { badLines[index].forEach { $0.place.resolve(numbers) } }
        logged.samples.forEach { $0.place.resolve(numbers) }
        shadow.samples.forEach { $0.place.resolve(numbers) }
        formats.resolve(numbers)
        changes?.resolve(numbers)
    }
}

/// The reason why sums can't be added.
public struct SumsMismatch: Error, Sendable, CustomStringConvertible {
    enum Kind {
        /// They were decided by other rules.
        case ruleSets
        /// One compares two rule sets, the other does not.
        case comparison
        /// They were compared with other rules.
        case against
        /// They allow other changes.
        case allowed
        /// Their lines were selected by other conditions.
        case condition
    }

    /// The difference, as a sentence.
    public let description: String

    init(_ kind: Kind, _ one: String, _ other: String) {
        description =
            switch kind {
            case .ruleSets: "its lines were decided by other rules: \(other), not \(one)"
            case .comparison: "only one of the two compares rules"
            case .against: "its lines were compared with other rules: \(other), not \(one)"
            case .allowed: "its list of allowed changes differs"
            case .condition: "its lines were selected by another condition (--where): \(other), not \(one)"
            }
    }
}

/// A line that could not be read.
struct BadLineSample: Sendable, Equatable, Comparable {
    /// The number of samples kept per fault.
    static let limit = 5
    /// The maximum length of the shown text.
    static let textLimit = 160

    var place: SampledPlace
    /// The beginning of the line, masked.
    var text: String

    static func < (one: BadLineSample, other: BadLineSample) -> Bool {
        (one.place, one.text) < (other.place, other.text)
    }
}

/// The names for the indices of sums: the rules and sites of the deciding rule set.
public struct RuleSetNames: Sendable, Equatable {
    /// The rule set's hash.
    public var hash: String
    /// The rules' IDs.
    public var rules: [String]
    /// The sites' names.
    public var sites: [String]

    /// The names of a rule set, in its order.
    public init(_ ruleSet: RuleSet) {
        hash = ruleSet.hash
        rules = ruleSet.rules.map(\.id)
        sites = ruleSet.sites.map(\.name)
    }

    init(hash: String, rules: [String], sites: [String]) {
        self.hash = hash
        self.rules = rules
        self.sites = sites
    }
}
