import Clicks
import Client
import Events
import LinkStore
import LogFormats
import Routing
import Server
import ServiceFiles
import Settings
import Telemetry
import Threads

/// Everything that a daemon writes about its requests: logs, spans and events, and lines for the operator. A reload may
/// replace logs and spans.
final class DaemonRecords: Sendable {
    let workers: Int
    /// The audit log of changes. Disabled while the settings specify no file.
    let audit = AuditLog()
    /// Publishes clicks and changes; `nil` if events are disabled.
    let events: Events?
    /// Receives lines for the operator; called on any thread.
    let report: @Sendable (String) -> Void
    private let version: String
    private let proxy: OutgoingProxy?
    private let openLogs: Locked<DaemonLogs?>
    private let openSpans: Locked<SpanExporter?>

    /// Opens the logs and the exporter. Creates their files.
    init(_ checked: CheckedSettings) throws {
        (workers, report) = (checked.workers, checked.report)
        (version, proxy) = (checked.version, checked.proxy)
        let logs = try DaemonLogs(checked.settings, workers: workers, report: report)
        openLogs = Locked(logs)
        audit.use(logs?.auditRing)
        openSpans = Locked(
            try checked.collector.map { [workers, report] in try SpanExporter($0, workers: workers, report: report) })
        events = try Events(checked.settings, workers: workers, report: report)
    }

    /// The enabled logs, or `nil` if there are none.
    var logs: DaemonLogs? { openLogs.withLock(\.self) }

    /// The span exporter, or `nil` if tracing is disabled.
    var spans: SpanExporter? { openSpans.withLock(\.self) }

    /// Configures a worker's recording of requests according to the settings.
    func equip(_ worker: Worker, _ decider: Decider, _ recorder: DecisionRecorder, _ settings: DaemonSettings) {
        let (logs, index) = (logs, worker.index)
        let accessLog = logs?.accessRing(of: index).map { AccessLog($0, settings.logFormat) }
        let spans = self.spans.map { SpanRecorder($0.rings[index], before: accessLog, worker: worker) }
        worker.requestLog = spans ?? accessLog
        worker.traceInterval = spans == nil ? 0 : UInt64(settings.traces.oneIn)
        recorder.spans = spans
        let ring = logs?.decisionRing(of: index)
        recorder.log = ring.map { DecisionLog($0, LoggedFacts(decider.evaluator.ruleSet)) }
        if let shadow = decider.shadow {
            shadow.log = ring.map { DecisionLog($0, LoggedFacts(shadow.pair.live, shadow.pair.candidate)) }
        }
        recorder.events = events?.log(ofWorker: index)
    }

    // MARK: - Lifecycle

    func start() {
        logs?.start()
        spans?.start()
        events?.start()
    }

    /// Writes pending lines, spans and events once no worker is running.
    func finish() {
        events?.finish()
        logs?.finish()
        spans?.stop()
    }

    // MARK: - Reloading

    /// The logs and the exporter that workers used before a reload.
    struct Former {
        fileprivate var logs: (former: DaemonLogs?, next: DaemonLogs?) = (nil, nil)
        fileprivate var spans: SpanExporter?

        /// Writes the remaining data. Called when no worker uses them any more.
        func close() {
            logs.former?.finish()
            // Not earlier, since both may write to the same file.
            logs.next?.start()
            spans?.stop()
        }
    }

    /// Opens the logs and the exporter of the new settings, for the workers to use next. If that fails, the previous ones
    /// stay in use.
    ///
    /// - Parameter store: The store next to which the key of masks is by default.
    func replace(_ old: DaemonSettings, with new: DaemonSettings, beside store: LinkStore?) -> Former {
        var former = Former()
        do {
            if DaemonLogs.Paths(old) != DaemonLogs.Paths(new) { former.logs = try replaceLogs(new) }
            var traces = old.traces
            traces.oneIn = new.traces.oneIn
            if traces != new.traces { former.spans = try replaceSpans(new) }
            if old.maskKeyFile != new.maskKeyFile {
                try MaskKeyFile.installForService(new.maskKeyFile, beside: store, report: report)
            }
            try events?.use(new.events)
        } catch {
            // The settings have just been checked, so only the file system can cause an error.
            report("reload: \(error)")
        }
        return former
    }

    private func replaceLogs(_ settings: DaemonSettings) throws -> (former: DaemonLogs?, next: DaemonLogs?) {
        let current = logs
        let next = try DaemonLogs(settings, workers: workers, replacing: current, report: report)
        audit.use(next?.auditRing)
        openLogs.withLock { $0 = next }
        return (current, next)
    }

    private func replaceSpans(_ settings: DaemonSettings) throws -> SpanExporter? {
        let current = spans
        let collector = try SpanCollector(
            settings.traces, node: settings.node, proxy: proxy, version: version, report: report)
        let next = try collector.map {
            try SpanExporter($0, workers: workers, counts: current?.counts ?? SpanCounts(), report: report)
        }
        next?.start()
        openSpans.withLock { $0 = next }
        return current
    }
}
