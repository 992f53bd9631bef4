import Glibc
import Libevent
import LinkSource
import LinkStore
import Routing
import Server
import Settings
import Threads

/// How a daemon stands: what `fingerpost status` shows.
struct DaemonStatus: Sendable {
    /// One worker.
    struct WorkerState: Sendable {
        var connections: UInt64
        var requests: UInt64
        var shed: UInt64
        /// How long its loop took to hear the question, in nanoseconds.
        var waited: UInt64
        /// Whether it turns requests away for want of time.
        var sheds: Bool
        /// Whether it has stopped accepting connections.
        var drains: Bool
    }

    var version: String
    /// When the process was started, in seconds since the epoch.
    var started: Int64
    /// In seconds since the epoch.
    var now: Int64
    /// Nil for one that has not answered in a second, or has ended.
    var workers: [WorkerState?]
    var activity: DaemonActivity
    var rates: [RateWindows.Rates]
    var ruleSet: RuleSet
    var record: ReloadRecord
    var bundle: BundleStatus?
    var disabledSites: DisabledSites
    var logLevel: LogLevelInForce
    /// The settings whose values take effect after a restart.
    var pendingSettings: [SettingInForce]
    /// The number of links, deleted ones as well, and what they take; nil without a store.
    var store: (links: Int?, extent: StoreExtent)?
    /// Why no link can be changed; `nil` if links can be, or without a store.
    var storeFault: String?
    var certificates: [(listener: String, name: String, end: Int64)]
    var droppedLines: [(log: String, count: Int)]
    var process: ProcessStatistics
    /// The last refused requests, secrets masked.
    var refusals: [RefusedRequest]

    /// Whether the daemon is about to end.
    var drains: Bool { workers.contains { $0?.drains ?? false } }
}

extension SharedState {
    /// How the daemon stands now. Asks all workers, and waits for a second at most; reads the end of the decision log: not for the
    /// thread of a loop.
    func status(_ view: DaemonView) -> DaemonStatus {
        let states = gatherStates()
        let (requests, decisions) = metrics.totals()
        let process = ProcessStatistics()
        let now = Int64(time(nil))
        return DaemonStatus(
            version: version, started: Int64(process.startSeconds), now: now, workers: states,
            activity: DaemonActivity(requests, decisions, sourceCondition), rates: sampler.rates, ruleSet: ruleSet,
            record: record, bundle: bundles?.status,
            disabledSites: disabledSites.withLock { sites in
                sites.forgetPast(at: now)
                return sites
            }, logLevel: logLevel.withLock { $0 }, pendingSettings: settings.pending,
            store: store.map { (links: try? $0.count(), extent: StoreExtent($0)) }, storeFault: storeFault?.description,
            certificates: certificates.firstToEnd, droppedLines: logs?.droppedLines ?? [], process: process,
            refusals: view.recentRefusals(5, sites: nil).last)
    }

    /// Has every worker store its counts, and learns how it is.
    private func gatherStates() -> [DaemonStatus.WorkerState?] {
        let heard = Locked([DaemonStatus.WorkerState?](repeating: nil, count: workers))
        let asked = MonotonicClock.nanoseconds
        server?.runInAll(seconds: 1) { [metrics, deciders] worker in
            let waited = MonotonicClock.nanoseconds - asked
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
