import Clicks
import Glibc
import Libevent
import LinkSource
import LinkStore
import NodeLinks
import Routing
import RuleDelivery
import Server
import Settings
import Telemetry
import Threads

/// The status of a daemon, as shown by `fingerpost status`.
struct DaemonStatus: Sendable {
    /// The status of one worker.
    struct WorkerState: Sendable {
        var connections: UInt64
        var requests: UInt64
        var shed: UInt64
        /// The latency of its event loop: the time until it processed the request, in nanoseconds.
        var waited: UInt64
        /// Whether it is shedding requests because of overload.
        var sheds: Bool
        /// Whether it has stopped accepting connections.
        var drains: Bool
    }

    var version: String
    /// When the process started, in seconds since the epoch.
    var started: Int64
    /// The current time, in seconds since the epoch.
    var now: Int64
    /// The workers; `nil` for one that did not respond within a second, or has ended.
    var workers: [WorkerState?]
    var activity: DaemonActivity
    var rates: [RateWindows.Rates]
    var ruleSet: RuleSet
    var record: ReloadRecord
    var bundle: BundleStatus?
    var disabledSites: DisabledSites
    var logLevel: LogLevelInForce
    /// The settings with values that take effect after a restart.
    var pendingSettings: [SettingInForce]
    /// The number of links, including deleted ones, and the disk space they use; `nil` without a store.
    var store: (links: Int?, extent: StoreExtent)?
    /// Why links can't be changed; `nil` if they can, or without a store.
    var storeFault: String?
    var certificates: [(listener: String, name: String, end: Int64)]
    var droppedLines: [(log: String, count: Int)]
    var process: ProcessStatistics
    /// The latest refused requests, with secrets masked.
    var refusals: [RefusedRequest]

    /// Whether the daemon is draining.
    var drains: Bool { workers.contains { $0?.drains ?? false } }
}

extension DaemonState {
    /// The current status. Queries all workers and waits a second at most; reads the end of the decision log: don't call it
    /// on an event loop's thread.
    func status(_ view: DaemonView) -> DaemonStatus {
        let states = gatherStates()
        let (requests, decisions) = deciders.metrics.totals()
        let process = ProcessStatistics()
        let now = Int64(time(nil))
        return DaemonStatus(
            version: version, started: Int64(process.startSeconds), now: now, workers: states,
            activity: DaemonActivity(requests, decisions, links.condition), rates: sampler.rates, ruleSet: ruleSet,
            record: rules.record, bundle: rules.bundles?.status,
            disabledSites: deciders.disabledSites(at: now), logLevel: deciders.logLevel,
            pendingSettings: settings.pending,
            store: links.store.map { (links: try? $0.count(), extent: StoreExtent($0)) },
            storeFault: links.changeFault?.description, certificates: certificates.firstToEnd,
            droppedLines: records.logs?.droppedLines ?? [], process: process,
            refusals: view.recentRefusals(5, sites: nil))
    }

    /// Makes all workers store their counters and report their state.
    private func gatherStates() -> [DaemonStatus.WorkerState?] {
        let heard = Locked([DaemonStatus.WorkerState?](repeating: nil, count: deciders.count))
        let sent = MonotonicClock.nanoseconds
        deciders.server.value?.runInAll(seconds: 1) {
            [metrics = deciders.metrics, deciders = deciders.deciders] worker in
            let waited = MonotonicClock.nanoseconds - sent
            let counters = worker.counters
            metrics.update(counters, deciders[worker].recorder?.counters, ofWorker: worker.index)
            let state = DaemonStatus.WorkerState(
                connections: counters.open, requests: counters.responses(of: ListenerKind.allCases).all,
                shed: counters.shedCount, waited: waited, sheds: worker.sheds, drains: worker.drains)
            heard.withLock { $0[worker.index] = state }
        }
        return heard.withLock { $0 }
    }
}
