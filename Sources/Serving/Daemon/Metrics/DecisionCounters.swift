import Links
import Routing

/// One worker's counts of its decisions by one rule set. Only the worker writes it; readers get copies.
///
/// Counting adds to plain memory and does not allocate. Its size depends on the sites and rules, never on what clients
/// send.
struct DecisionCounters: Sendable {
    /// Sites and rules are counted by their indices in it.
    let ruleSet: RuleSet
    /// For no site, then for each site, as many counts as there are kinds of decisions.
    private var bySite: [UInt64]
    private var byRule: [UInt64]
    /// For each code of a refusal, and last for rules that refuse.
    private var byReason: [UInt64]
    /// By the purpose of the request.
    private var byPurpose = InlineArray<4, UInt64>(repeating: 0)
    private(set) var durations = DurationHistogram()

    /// A list of all kinds would be made, or asked for, at each click.
    private static let kindCount = DecisionKind.allCases.count
    private static let codeCount = LinkFault.Code.allCases.count

    init(_ ruleSet: RuleSet) {
        self.ruleSet = ruleSet
        bySite = Array(repeating: 0, count: (ruleSet.sites.count + 1) * DecisionKind.allCases.count)
        byRule = Array(repeating: 0, count: ruleSet.rules.count)
        byReason = Array(repeating: 0, count: LinkFault.Code.allCases.count + 1)
    }

    /// Counts a decision.
    ///
    /// - Parameter site: The index of the site that answers for the link; nil if none does.
    mutating func count(
        _ kind: DecisionKind, site: Int?, rule: Int?, for purpose: RequestPurpose = .click, nanoseconds: UInt64
    ) {
        let row = site.map { $0 + 1 } ?? 0
        bySite[row * Self.kindCount + kind.index] &+= 1
        if let rule { byRule[rule] &+= 1 }
        byPurpose[Int(purpose.rawValue)] &+= 1
        durations.add(nanoseconds: nanoseconds)
    }

    /// Counts why a decision is an error.
    mutating func count(_ failure: Decision.Failure) {
        switch failure {
        case .fault(let fault): byReason[Int(fault.code.rawValue)] &+= 1
        case .rule: byReason[Self.codeCount] &+= 1
        }
    }

    /// Calls `body` with each reason of a refusal: a code, or `rule` where a rule refuses.
    func forEachReason(_ body: (String, UInt64) -> Void) {
        for (index, count) in byReason.enumerated() where count > 0 {
            body(index == Self.codeCount ? "rule" : LinkFault.Code.allCases[index].name.description, count)
        }
    }

    /// How many decisions were made for a purpose.
    func count(for purpose: RequestPurpose) -> UInt64 { byPurpose[Int(purpose.rawValue)] }

    /// The counts of no decisions.
    static var noKinds: [UInt64] { Array(repeating: 0, count: DecisionKind.allCases.count) }

    /// The decisions of all sites by kind, in the order of `DecisionKind`.
    var kinds: [UInt64] {
        var kinds = Self.noKinds
        for (index, count) in bySite.enumerated() { kinds[index % kinds.count] &+= count }
        return kinds
    }

    /// Calls `body` with each count that is not zero; the site is empty if there was none.
    func forEachDecision(_ body: (DecisionKind, _ site: String, UInt64) -> Void) {
        for (index, count) in bySite.enumerated() where count > 0 {
            let (row, column) = index.quotientAndRemainder(dividingBy: DecisionKind.allCases.count)
            body(DecisionKind.allCases[column], row == 0 ? "" : ruleSet.sites[row - 1].name, count)
        }
    }

    /// Calls `body` with each rule that has decided.
    func forEachRule(_ body: (String, UInt64) -> Void) {
        for (index, count) in byRule.enumerated() where count > 0 { body(ruleSet.rules[index].id, count) }
    }
}

/// Counts of decisions by names: sums over workers, and over rule sets that were replaced.
struct DecisionTotals: Sendable {
    private(set) var bySite: [String: [DecisionKind: UInt64]] = [:]
    private(set) var byRule: [String: UInt64] = [:]
    private(set) var byPurpose: [RequestPurpose: UInt64] = [:]
    /// Refusals, by the code of their reason; `rule` where a rule refuses.
    private(set) var byReason: [String: UInt64] = [:]
    private(set) var durations = DurationHistogram()

    mutating func add(_ counters: DecisionCounters) {
        counters.forEachDecision { kind, site, count in bySite[site, default: [:]][kind, default: 0] += count }
        counters.forEachRule { rule, count in byRule[rule, default: 0] += count }
        counters.forEachReason { reason, count in byReason[reason, default: 0] += count }
        for purpose in RequestPurpose.allCases { byPurpose[purpose, default: 0] += counters.count(for: purpose) }
        durations.add(counters.durations)
    }
}
