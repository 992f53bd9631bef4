import Routing

/// Why a click of the share was not tried.
package enum ShadowDrop: Int, CaseIterable, Sendable {
    /// As many clicks were waiting as there is room for.
    case busy
    /// Its bytes are more than are kept of a click.
    case large

    /// The word for it in metrics.
    var name: String {
        switch self {
        case .busy: "busy"
        case .large: "large"
        }
    }
}

/// One worker's counts of clicks that were decided twice, by one pair of rule sets. Only the worker writes it; readers get
/// copies.
///
/// Its size depends on the sites, never on what clients send.
package struct ShadowCounters: Sendable {
    let pair: ShadowPair
    /// The same answer by a rule of the same name.
    package private(set) var same: UInt64 = 0
    /// The same answer by a rule of another name.
    package private(set) var otherRule: UInt64 = 0
    /// Another answer: for each site, and at the end for none, a count for each kind in force and each kind on trial.
    private var changes: [UInt64]
    private(set) var rulePairs = ShadowRulePairs()
    private var dropped: [UInt64] = Array(repeating: 0, count: ShadowDrop.allCases.count)

    init(_ pair: ShadowPair) {
        self.pair = pair
        let kinds = DecisionKind.allCases.count
        changes = Array(repeating: 0, count: (pair.siteNames.count + 1) * kinds * kinds)
    }

    /// Counts a click that gets the same answer.
    mutating func countSame(bySameRule isSameRule: Bool) {
        if isSameRule { same &+= 1 } else { otherRule &+= 1 }
    }

    /// Counts a click that gets another answer; returns whether it is the first that has moved between its rules.
    mutating func countChange(_ live: borrowing Outcome, _ shadow: borrowing Outcome) -> Bool {
        let kinds = DecisionKind.allCases.count
        let site = pair.site(live.site, shadow.site) ?? pair.siteNames.count
        changes[(site * kinds + live.decision.kind.index) * kinds + shadow.decision.kind.index] &+= 1
        return rulePairs.count(live: live.decision.rule, shadow: shadow.decision.rule)
    }

    mutating func countDropped(_ reason: ShadowDrop) { dropped[reason.rawValue] &+= 1 }

    /// How many clicks of the share were not tried.
    package func dropped(for reason: ShadowDrop) -> UInt64 { dropped[reason.rawValue] }

    /// How many clicks get another answer.
    package var changed: UInt64 { changes.reduce(0, +) }

    /// Calls `body` with each count of other answers that is not zero; the site is empty where there was none.
    func forEachChange(_ body: (_ site: String, _ live: DecisionKind, _ shadow: DecisionKind, UInt64) -> Void) {
        let kinds = DecisionKind.allCases
        for (index, count) in changes.enumerated() where count > 0 {
            let (row, shadow) = index.quotientAndRemainder(dividingBy: kinds.count)
            let (site, live) = row.quotientAndRemainder(dividingBy: kinds.count)
            body(site < pair.siteNames.count ? pair.siteNames[site] : "", kinds[live], kinds[shadow], count)
        }
    }

    /// Adds another worker's counts of the same pair.
    mutating func add(_ other: ShadowCounters) {
        same += other.same
        otherRule += other.otherRule
        for index in changes.indices { changes[index] += other.changes[index] }
        for index in dropped.indices { dropped[index] += other.dropped[index] }
        rulePairs.add(other.rulePairs)
    }
}

/// How many clicks have moved from one rule to another: a count for each of the first pairs, and one for all others.
struct ShadowRulePairs: Sendable {
    /// How many pairs a worker counts apart.
    static let capacity = 32

    struct Row: Sendable, Equatable {
        /// By their indices; nil where no rule decided.
        var live: Int?
        var shadow: Int?
        var count: UInt64
    }

    private(set) var rows: [Row] = []
    /// All pairs that came when there was no room.
    private(set) var others: UInt64 = 0

    init() { rows.reserveCapacity(Self.capacity) }

    /// Counts a click; returns whether its pair is new and has found room.
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

    /// Adds a worker's counts. The pairs of all workers are kept, so that no count falls when another one grows.
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
