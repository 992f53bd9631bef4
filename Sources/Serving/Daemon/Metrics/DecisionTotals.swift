import Routing

/// Decisions counted by names: sums over workers and over rule sets that came and went.
struct DecisionTotals: Sendable {
    private(set) var bySite: [String: [DecisionKind: UInt64]] = [:]
    private(set) var byRule: [String: UInt64] = [:]
    private(set) var durations = DurationHistogram()

    mutating func add(_ counters: DecisionCounters) {
        counters.forEachDecision { kind, site, count in bySite[site, default: [:]][kind, default: 0] += count }
        counters.forEachRule { rule, count in byRule[rule, default: 0] += count }
        durations.add(counters.durations)
    }
}
