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
            server.use(serverSettings(new, trusted: trusted)) { [self] worker in
                if old.logFormat != new.logFormat || old.traces.oneIn != new.traces.oneIn {
                    equip(worker, deciders[worker], new)
                }
                for kind in ListenerKind.allCases {
                    (worker.handler(for: kind) as? any SettingsReader)?.use(handlers)
                }
            }
        }
        for user in settingsUsers.withLock(\.self) { user(old, new) }
        for row in settings.pending { report("reload: warning: \(row.pendingText ?? "")") }
        return old.shadow != new.shadow
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
