import Clicks
import Events
import LinkStore
import NodeLinks
import RuleDelivery
import TargetChecks
import Telemetry

extension DaemonState {
    /// The metrics, gathered from the workers. Waits like ``decisionTotals()``.
    func metricsText() -> [UInt8] {
        deciders.gather()
        let metrics = deciders.metrics
        let (requests, decisions) = metrics.totals()
        var text = MetricsText()
        text.write(decisions)
        text.write(requests)
        text.write(ruleSet)
        text.write(rules.record)
        if let status = rules.ruleSets?.status { text.write(status) }
        text.write(pendingSettings: settings.pending.count)
        if let shadow = shadow.status { text.write(shadow, shadow.pair.map(metrics.shadowTotals)) }
        text.write(certificates.firstToEnd)
        if let store = links.store { text.write(StoreExtent(store), acceptsChanges: links.changeFault == nil) }
        if let condition = links.condition { text.write(condition) }
        if let follower = links.follower { text.write(follower.status) }
        if let bundle = rules.bundles?.status { text.write(bundle) }
        if let events = records.events { text.write(events.status) }
        if let status = targetChecks?.status { text.write(status) }
        if let logs = records.logs { text.write(droppedLines: logs.droppedLines.map { (log: $0, count: UInt64($1)) }) }
        if let spans = records.spans { text.write(spans.counts) }
        text.write(version: version)
        text.write(ProcessStatistics())
        return text.bytes
    }
}
