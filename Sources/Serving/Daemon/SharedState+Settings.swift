import Server
import Settings
import Threads

extension SharedState {
    /// Uses settings outside the workers.
    typealias SettingsUser = @Sendable (_ old: DaemonSettings, _ new: DaemonSettings) -> Void

    /// Has everything use what a reload takes over of other settings. Waits until each worker does: not for the thread of a loop.
    ///
    /// - Parameter next: Settings that ``DaemonLoader`` has checked.
    /// - Returns: Whether other rules are on trial now, which have to be loaded.
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

    /// Opens the logs and the exporter of other settings, for the workers to use next. What can't be opened leaves the former in use.
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
            // Only the file system can refuse what was checked a moment ago.
            report("reload: \(error)")
        }
        return former
    }

    /// What workers wrote to before a reload.
    private struct FormerRecords {
        var logs: (former: DaemonLogs?, next: DaemonLogs?) = (nil, nil)
        var spans: SpanExporter?

        /// Writes what is left of it. Called when no worker uses it any more.
        func close() {
            logs.former?.finish()
            // Later, since both may write into one file.
            logs.next?.start()
            spans?.stop()
        }
    }

    /// The settings of the server that follow from the daemon's, with as many connections as there are descriptors for.
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
