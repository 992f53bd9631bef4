package import Routing

/// Why a sampled click was not evaluated.
package enum ShadowDrop: Int, CaseIterable, Sendable {
    /// The maximum number of clicks was already waiting.
    case busy
    /// The click exceeds the maximum size of a copy.
    case large

    /// The label value in metrics.
    package var name: String {
        switch self {
        case .busy: "busy"
        case .large: "large"
        }
    }
}

/// One worker's counters of clicks that were decided twice, by one pair of rule sets. Only the worker writes them; readers
/// get copies.
///
/// Their size depends on the sites, never on requests.
package struct ShadowCounters: Sendable {
    package let pair: ShadowPair
    /// Equal responses by a rule with an equal name.
    package private(set) var same: UInt64 = 0
    /// Equal responses by a rule with another name.
    package private(set) var otherRule: UInt64 = 0
    /// Different responses: for each site, and last for no site, a count for each pair of active and candidate decision kinds.
    private var changes: [UInt64]
    package private(set) var rulePairs = ShadowRulePairs()
    private var dropped: [UInt64] = Array(repeating: 0, count: ShadowDrop.allCases.count)

    package init(_ pair: ShadowPair) {
        self.pair = pair
        let kinds = DecisionKind.allCases.count
        changes = Array(repeating: 0, count: (pair.siteNames.count + 1) * kinds * kinds)
    }

    /// Counts a click with an equal response.
    mutating func countSame(bySameRule isSameRule: Bool) {
        if isSameRule { same &+= 1 } else { otherRule &+= 1 }
    }

    /// Counts a click with a different response; returns whether it is the first for its pair of rules.
    mutating func countChange(_ live: borrowing Outcome, _ shadow: borrowing Outcome) -> Bool {
        let kinds = DecisionKind.allCases.count
        let site = pair.site(live.site, shadow.site) ?? pair.siteNames.count
        changes[(site * kinds + live.decision.kind.index) * kinds + shadow.decision.kind.index] &+= 1
        return rulePairs.count(live: live.decision.rule, shadow: shadow.decision.rule)
    }

    mutating func countDropped(_ reason: ShadowDrop) { dropped[reason.rawValue] &+= 1 }

    /// The number of sampled clicks that were not evaluated.
    package func dropped(for reason: ShadowDrop) -> UInt64 { dropped[reason.rawValue] }

    /// The number of clicks with a different response.
    package var changed: UInt64 { changes.reduce(0, +) }

    /// Calls `body` with each non-zero count of different responses; the site is empty if there was none.
    package func forEachChange(_ body: (_ site: String, _ live: DecisionKind, _ shadow: DecisionKind, UInt64) -> Void) {
        let kinds = DecisionKind.allCases
        for (index, count) in changes.enumerated() where count > 0 {
            let (row, shadow) = index.quotientAndRemainder(dividingBy: kinds.count)
            let (site, live) = row.quotientAndRemainder(dividingBy: kinds.count)
            body(site < pair.siteNames.count ? pair.siteNames[site] : "", kinds[live], kinds[shadow], count)
        }
    }

    /// Adds another worker's counters of the same pair.
    package mutating func add(_ other: ShadowCounters) {
        same += other.same
        otherRule += other.otherRule
        for index in changes.indices { changes[index] += other.changes[index] }
        for index in dropped.indices { dropped[index] += other.dropped[index] }
        rulePairs.add(other.rulePairs)
    }
}

/// Clicks that are decided by a different rule: a count for each of the first pairs, and one for all others.
package struct ShadowRulePairs: Sendable {
    /// The maximum number of pairs that a worker counts individually.
    static let capacity = 32

    package struct Row: Sendable, Equatable {
        /// The rules' indices; `nil` if no rule decided.
        package var live: Int?
        package var shadow: Int?
        package var count: UInt64
    }

    package private(set) var rows: [Row] = []
    /// The clicks of pairs for which there was no room.
    package private(set) var others: UInt64 = 0

    init() { rows.reserveCapacity(Self.capacity) }

    /// Counts a click; returns whether its pair was added.
    mutating func count(live: Int?, shadow: Int?) -> Bool {
        for index in rows.indices where rows[index].live == live && rows[index].shadow == shadow {
            rows[index].count &+= 1
            return false
        }
        guard rows.count < Self.capacity else {
            others &+= 1
            return false
        }
        rows.append(Row(live: live, shadow: shadow, count: 1))
        return true
    }

    /// Adds a worker's counts. The pairs of all workers are kept, so that no count decreases when another one grows.
    mutating func add(_ other: ShadowRulePairs) {
        others += other.others
        for row in other.rows {
            if let index = rows.firstIndex(where: { $0.live == row.live && $0.shadow == row.shadow }) {
                rows[index].count += row.count
            } else {
                rows.append(row)
            }
        }
    }
}
