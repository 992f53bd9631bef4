import Clicks
import Events
import Telemetry
import Access
import ServiceFiles
import Server
import Settings
import Threads

extension SharedState {
    /// Applies settings outside the workers.
    typealias SettingsUser = @Sendable (_ old: DaemonSettings, _ new: DaemonSettings) -> Void

    /// Applies those of the new settings that a reload may change. Waits for all workers: don't call it on an event loop's thread.
    ///
    /// - Parameter next: Settings checked by ``DaemonLoader``.
    /// - Returns: Whether the candidate rules have changed, and have to be loaded.
    func use(_ next: ResolvedSettings) -> Bool {
        let old = settings.value
        settings.reload(next)
        let new = settings.value
        if old != new, let trusted = try? TrustedPeers(new), let server {
            let handlers = HandlerSettings(new, trusted: trusted)
            let records = openRecords(old, new)
            server.use(serverSettings(new, trusted: trusted)) { [self] worker in
                if let recorder = deciders[worker].recorder { equip(worker, recorder, new) }
                for kind in ListenerKind.allCases {
                    (worker.handler(for: kind) as? any SettingsReader)?.use(handlers)
                }
            }
            records.close()
        }
        for user in settingsUsers.withLock(\.self) { user(old, new) }
        for row in settings.pending { report("reload: warning: \(row.pendingText ?? "")") }
        return old.shadow != new.shadow
    }

    /// Opens the logs and the exporter of the new settings, for the workers to use next. If that fails, the previous ones
    /// stay in use.
    private func openRecords(_ old: DaemonSettings, _ new: DaemonSettings) -> FormerRecords {
        var former = FormerRecords()
        do {
            if DaemonLogs.Paths(old) != DaemonLogs.Paths(new) {
                let (current, next) = (
                    logs, try DaemonLogs(new, workers: workers, replacing: logs, report: report)
                )
                audit.use(next?.auditRing)
                openLogs.withLock { $0 = next }
                former.logs = (current, next)
            }
            var traces = old.traces
            traces.oneIn = new.traces.oneIn
            if traces != new.traces {
                let current = spans
                let next = try SpanCollector(new.traces, node: new.node, version: version, report: report).map {
                    try SpanExporter($0, workers: workers, counts: current?.counts ?? SpanCounts(), report: report)
                }
                next?.start()
                openSpans.withLock { $0 = next }
                former.spans = current
            }
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

    /// The logs and the exporter that workers used before a reload.
    private struct FormerRecords {
        var logs: (former: DaemonLogs?, next: DaemonLogs?) = (nil, nil)
        var spans: SpanExporter?

        /// Writes the remaining data. Called when no worker uses them any more.
        func close() {
            logs.former?.finish()
            // Not earlier, since both may write to the same file.
            logs.next?.start()
            spans?.stop()
        }
    }

    /// The server settings derived from the daemon's, with connections limited by the available descriptors.
    func serverSettings(_ settings: DaemonSettings, trusted: TrustedPeers) -> ServerSettings {
        var server = ServerSettings(settings, trusted: trusted, certificates, workers: workers)
        let available = DescriptorLimit.raise() - 64 - 16 * workers
        guard server.limits.connections > available else { return server }
        server.limits.connections = max(1, available)
        report(
            "limits.connections: lowered to \(server.limits.connections): too few file descriptors; "
                + "raise the limit (ulimit -n, LimitNOFILE=)")
        return server
    }
}
