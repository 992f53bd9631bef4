import Routing
package import Telemetry

/// The metric families of candidate rules.
extension MetricsText {
    /// - Parameter counters: The counters of the compared pair of rule sets, or `nil` if none is compared.
    package mutating func write(_ shadow: ShadowStatus, _ counters: ShadowCounters?) {
        family("fingerpost_shadow_info", .gauge, "The candidate rules (--shadow).")
        if let ruleSet = shadow.ruleSet { sample(["hash": ruleSet.hash], 1 as UInt64) }
        family(
            "fingerpost_shadow_share", .gauge,
            "The share of clicks evaluated with the candidate rules; 0 while nothing is compared.")
        value(counters == nil ? 0 : shadow.share)
        family(
            "fingerpost_shadow_reloads_total", .counter,
            "Attempts to load the candidate rules, including the first.")
        sample(["result": "success"], shadow.record.successes)
        sample(["result": "failure"], shadow.record.failures)
        if let counters { write(counters) }
    }

    private mutating func write(_ counters: ShadowCounters) {
        family(
            "fingerpost_shadow_decisions_total", .counter,
            "Clicks that were decided twice, by result. Decision counts restart when either rule set changes."
        )
        sample(["result": "same"], counters.same)
        sample(["result": "other_rule"], counters.otherRule)
        sample(["result": "changed"], counters.changed)
        family(
            "fingerpost_shadow_differences_total", .counter,
            "Clicks with a different response by the candidate rules, by site, active and candidate decision.")
        counters.forEachChange { site, live, shadow, count in
            sample(["site": site, "from": live.rawValue, "to": shadow.rawValue], count)
        }
        family(
            "fingerpost_shadow_rule_differences_total", .counter,
            "Clicks with a different response by active and candidate rule; empty if none decided, (others) beyond the counted pairs."
        )
        for row in counters.rulePairs.rows {
            let live = row.live.map { counters.pair.live.rules[$0].id } ?? ""
            let shadow = row.shadow.map { counters.pair.candidate.rules[$0].id } ?? ""
            sample(["from": live, "to": shadow], row.count)
        }
        if counters.rulePairs.others > 0 { sample(["from": "(others)", "to": "(others)"], counters.rulePairs.others) }
        family("fingerpost_shadow_dropped_total", .counter, "Sampled clicks that were not evaluated, by reason.")
        for reason in ShadowDrop.allCases { sample(["reason": reason.name], counters.dropped(for: reason)) }
    }
}
