import Clicks
import TargetChecks
import RuleDelivery
import Events
import Telemetry
import Glibc
import HTTP
import Libevent
import LinkSource
import LinkStore
import Routing
import Server
import Threads

/// The metrics of a running daemon, gathered from its workers and summed on a separate thread.
extension SharedState {
    /// Completes a ticket with the metrics. Callable from a worker's thread; does not block.
    func writeMetrics(answering ticket: AnswerTicket) {
        let isFirst = metricsReaders.withLock { readers in
            readers.append(ticket)
            return readers.count == 1
        }
        // Otherwise a queued job will answer this ticket, too.
        guard isFirst else { return }
        metricsJobs.run { [self] in
            let readers = metricsReaders.withLock { readers in
                defer { readers = [] }
                return readers
            }
            let text = metricsText()
            for ticket in readers { answer(ticket, text) }
        }
    }

    private func answer(_ ticket: AnswerTicket, _ text: [UInt8]) {
        server?.post(to: ticket.worker) { worker in
            worker.answer(ticket) { response in
                response.begin(.ok)
                response.field("Content-Type", MetricsText.contentType)
                response.field("Cache-Control", "no-store")
                response.field("Referrer-Policy", "no-referrer")
                response.append(text.span)
                response.finish()
            }
        }
    }

    /// Makes all workers store their counters. A worker that has ended has already stored its final ones.
    private func gather() {
        server?.runInAll(seconds: 1) { [metrics, deciders] worker in
            let decider = deciders[worker]
            metrics.update(
                worker.counters, decider.recorder?.counters, decider.shadow?.counters, ofWorker: worker.index)
        }
    }

    /// The sums of all decisions so far.
    func decisionTotals() -> DecisionTotals {
        gather()
        return metrics.totals().decisions
    }

    /// The sums of all counters so far.
    func activity() -> DaemonActivity {
        gather()
        let (requests, decisions) = metrics.totals()
        return DaemonActivity(requests, decisions, sourceCondition)
    }

    /// Samples the counters for rates, once a second. Does not wait.
    func sample(_ server: Server) { sampler.tick(server, deciders) }

    /// The replication state of this node; the source may be a publication. `nil` without one.
    var sourceCondition: SourceCondition? { source?.condition ?? follower?.condition }

    /// Why links can't be changed; `nil` if they can. A node's replica is changed through its source, and a copy of published
    /// links at their publisher.
    var storeFault: StoreError? {
        guard let fault = store?.changeFault else { return nil }
        if case .replica = fault, source != nil || follower != nil { return nil }
        return fault
    }

    private func metricsText() -> [UInt8] {
        gather()
        let (requests, decisions) = metrics.totals()
        var text = MetricsText()
        text.write(decisions)
        text.write(requests)
        text.write(ruleSet)
        text.write(record)
        text.write(pendingSettings: settings.pending.count)
        if let shadow { text.write(shadow, shadow.pair.map(metrics.shadowTotals)) }
        text.write(certificates.firstToEnd)
        if let store { text.write(StoreExtent(store), acceptsChanges: storeFault == nil) }
        if let condition = sourceCondition { text.write(condition) }
        if let follower { text.write(follower.status) }
        if let bundle = bundles?.status { text.write(bundle) }
        if let events { text.write(events.status) }
        if let status = targetChecks?.status { text.write(status) }
        if let logs { text.write(droppedLines: logs.droppedLines.map { (log: $0, count: UInt64($1)) }) }
        if let spans { text.write(spans.counts) }
        text.write(version: version)
        text.write(ProcessStatistics())
        return text.bytes
    }
}
