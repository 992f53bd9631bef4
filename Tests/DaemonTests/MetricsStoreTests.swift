import Expressions
import Links
import Routing
import Testing

@testable import Telemetry
@testable import Daemon
@testable import Server

/// Counters of several workers and changing rule sets never decrease and never count twice.
@Suite("sums of counts")
struct MetricsStoreTests {
    private static func ruleSet(_ sites: [String]) -> RuleSet {
        RuleSet(
            sites: sites.map { SiteDefinition(name: $0) }, rules: [], patterns: PatternList(), hash: sites.description)
    }

    @Test("noting again takes the place of the last; a replaced rule set's counts stay")
    func reload() {
        let store = MetricsStore()
        var first = DecisionCounters(Self.ruleSet(["a", "b"]))
        first.count(.appOpen, site: 1, rule: nil, nanoseconds: 1)
        first.count(.error, site: nil, rule: nil, nanoseconds: 1)
        for _ in 0..<3 { store.update(WorkerCounters(), first, ofWorker: 0) }
        store.update(WorkerCounters(), first, ofWorker: 1)
        #expect(store.totals().decisions.bySite == ["b": [.appOpen: 2], "": [.error: 2]])

        first.count(.appOpen, site: 1, rule: nil, nanoseconds: 1)
        store.retire(first, ofWorker: 0)
        #expect(store.totals().decisions.bySite == ["b": [.appOpen: 3], "": [.error: 2]])
        // "b" now has another index.
        var second = DecisionCounters(Self.ruleSet(["b"]))
        second.count(.appOpen, site: 0, rule: nil, nanoseconds: 1)
        store.update(WorkerCounters(), second, ofWorker: 0)
        store.settle()
        let totals = store.totals().decisions
        #expect(totals.bySite == ["b": [.appOpen: 4], "": [.error: 2]])
        #expect(totals.durations.counts.reduce(0, +) == 6)
    }

    @Test("reasons of refusals are counted for each site, and for links of none")
    func reasons() {
        let store = MetricsStore()
        var first = DecisionCounters(Self.ruleSet(["a", "b"]))
        first.count(.rule(0), site: 1)
        for site in [nil, 0, 1] { first.count(.fault(LinkFault(.linkExpired)), site: site) }
        store.retire(first, ofWorker: 0)
        var second = DecisionCounters(Self.ruleSet(["b"]))
        second.count(.fault(LinkFault(.linkExpired)), site: 0)
        store.update(WorkerCounters(), second, ofWorker: 0)
        let totals = store.totals().decisions
        #expect(totals.reasons() == ["rule": 1, "link-expired": 4])
        #expect(totals.reasons(sites: ["b"]) == ["rule": 1, "link-expired": 2])
        #expect(totals.reasons(sites: ["a"]) == ["link-expired": 1] && totals.reasons(sites: ["c"]).isEmpty)
    }
}
