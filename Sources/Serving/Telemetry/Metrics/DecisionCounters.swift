import Links
package import Routing

/// One worker's decision counters for one rule set. Only the worker writes them; readers get copies.
///
/// Counting adds to plain memory and does not allocate. The size depends on the sites and rules, never on requests.
package struct DecisionCounters: Sendable {
    /// The rule set, by whose indices sites and rules are counted.
    let ruleSet: RuleSet
    /// For no site, then for each site, one count per kind of decision.
    private var bySite: [UInt64]
    private var byRule: [UInt64]
    /// For no site, then for each site, one count per refusal code, and last for rules that refuse.
    private var byReason: [UInt64]
    /// By the purpose of the request.
    private var byPurpose = InlineArray<4, UInt64>(repeating: 0)
    private(set) var durations = DurationHistogram()

    /// Cached, since `allCases` would create or fetch a list at each click.
    private static let kindCount = DecisionKind.allCases.count
    private static let reasonCount = LinkFault.Code.allCases.count + 1

    package init(_ ruleSet: RuleSet) {
        self.ruleSet = ruleSet
        bySite = Array(repeating: 0, count: (ruleSet.sites.count + 1) * DecisionKind.allCases.count)
        byRule = Array(repeating: 0, count: ruleSet.rules.count)
        byReason = Array(repeating: 0, count: (ruleSet.sites.count + 1) * Self.reasonCount)
    }

    /// Counts a decision.
    ///
    /// - Parameter site: The index of the link's site, or `nil` if there is none.
    package mutating func count(
        _ kind: DecisionKind, site: Int?, rule: Int?, for purpose: RequestPurpose = .click, nanoseconds: UInt64
    ) {
        let row = site.map { $0 + 1 } ?? 0
        bySite[row * Self.kindCount + kind.index] &+= 1
        if let rule { byRule[rule] &+= 1 }
        byPurpose[Int(purpose.rawValue)] &+= 1
        durations.add(nanoseconds: nanoseconds)
    }

    /// Counts the reason of an error decision about a link of a site, or of none.
    package mutating func count(_ failure: Decision.Failure, site: Int?) {
        let column =
            switch failure {
            case .fault(let fault): Int(fault.code.rawValue)
            case .rule: Self.reasonCount - 1
            }
        byReason[(site.map { $0 + 1 } ?? 0) * Self.reasonCount + column] &+= 1
    }

    /// Calls `body` with each reason of refusals: a code, or `rule` if a rule refuses. The site is empty if there was none.
    func forEachReason(_ body: (_ reason: String, _ site: String, UInt64) -> Void) {
        let codes = LinkFault.Code.allCases
        for (index, count) in byReason.enumerated() where count > 0 {
            let (row, column) = index.quotientAndRemainder(dividingBy: Self.reasonCount)
            body(column < codes.count ? codes[column].name.description : "rule", siteName(ofRow: row), count)
        }
    }

    /// The name of a row's site; empty for the first row, that of no site.
    private func siteName(ofRow row: Int) -> String { row == 0 ? "" : ruleSet.sites[row - 1].name }

    /// The number of decisions for a purpose.
    func count(for purpose: RequestPurpose) -> UInt64 { byPurpose[Int(purpose.rawValue)] }

    /// Zero counts.
    package static var noKinds: [UInt64] { Array(repeating: 0, count: DecisionKind.allCases.count) }

    /// The decisions of all sites by kind, in the order of `DecisionKind`.
    package var kinds: [UInt64] {
        var kinds = Self.noKinds
        for (index, count) in bySite.enumerated() { kinds[index % kinds.count] &+= count }
        return kinds
    }

    /// Calls `body` with each non-zero count. The site is empty if there was none.
    func forEachDecision(_ body: (DecisionKind, _ site: String, UInt64) -> Void) {
        for (index, count) in bySite.enumerated() where count > 0 {
            let (row, column) = index.quotientAndRemainder(dividingBy: DecisionKind.allCases.count)
            body(DecisionKind.allCases[column], siteName(ofRow: row), count)
        }
    }

    /// Calls `body` with each rule that has decided clicks.
    func forEachRule(_ body: (String, UInt64) -> Void) {
        for (index, count) in byRule.enumerated() where count > 0 { body(ruleSet.rules[index].id, count) }
    }
}

/// Decision counts by name: sums over workers and replaced rule sets.
package struct DecisionTotals: Sendable {
    package private(set) var bySite: [String: [DecisionKind: UInt64]] = [:]
    package private(set) var byRule: [String: UInt64] = [:]
    package private(set) var byPurpose: [RequestPurpose: UInt64] = [:]
    /// Refusals by site, and by reason code; `rule` if a rule refuses.
    package private(set) var reasonsBySite: [String: [String: UInt64]] = [:]
    package private(set) var durations = DurationHistogram()

    package init() {}

    /// The refusals of links of some sites by reason, or, if `nil`, of all links, including those of no site.
    package func reasons(sites: Set<String>? = nil) -> [String: UInt64] {
        reasonsBySite.reduce(into: [:]) { sums, site in
            if sites?.contains(site.key) ?? true { sums.merge(site.value, uniquingKeysWith: &+) }
        }
    }

    package mutating func add(_ counters: DecisionCounters) {
        counters.forEachDecision { kind, site, count in bySite[site, default: [:]][kind, default: 0] += count }
        counters.forEachRule { rule, count in byRule[rule, default: 0] += count }
        counters.forEachReason { reason, site, count in
            reasonsBySite[site, default: [:]][reason, default: 0] += count
        }
        for purpose in RequestPurpose.allCases { byPurpose[purpose, default: 0] += counters.count(for: purpose) }
        durations.add(counters.durations)
    }
}

/// A histogram of durations, with buckets for decisions, most of which take about a microsecond.
package struct DurationHistogram: Sendable {
    /// The upper bounds of the buckets: in nanoseconds, and in seconds as text.
    package static let bounds: [(nanoseconds: UInt64, seconds: StaticString)] = [
        (250, "2.5e-07"), (500, "5e-07"), (1_000, "1e-06"), (2_500, "2.5e-06"), (5_000, "5e-06"), (10_000, "1e-05"),
        (25_000, "2.5e-05"), (50_000, "5e-05"), (100_000, "0.0001"), (250_000, "0.00025"), (1_000_000, "0.001"),
        (10_000_000, "0.01"),
    ]

    /// The number of durations per bucket, above the previous bound and up to its own; the last has no bound.
    package private(set) var counts = [UInt64](repeating: 0, count: bounds.count + 1)
    package private(set) var totalNanoseconds: UInt64 = 0

    mutating func add(nanoseconds: UInt64) {
        var index = 0
        while index < Self.bounds.count, nanoseconds > Self.bounds[index].nanoseconds { index += 1 }
        counts[index] &+= 1
        totalNanoseconds &+= nanoseconds
    }

    mutating func add(_ other: DurationHistogram) {
        for index in counts.indices { counts[index] &+= other.counts[index] }
        totalNanoseconds &+= other.totalNanoseconds
    }
}
