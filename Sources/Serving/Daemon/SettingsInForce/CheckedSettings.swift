import Access
import AdminPages
import Client
import Events
import ServiceFiles
import Server
import Settings
import TargetChecks
import Telemetry
import Threads

/// Settings that a daemon can start with, and the values derived from them. Checking them creates nothing.
struct CheckedSettings {
    let settings: DaemonSettings
    let workers: Int
    let trusted: TrustedPeers
    /// The proxy of requests to other servers, or `nil` for none.
    let proxy: OutgoingProxy?
    /// The collector of spans, or `nil` if tracing is disabled.
    let collector: SpanCollector?
    /// The console as a client of an identity provider, or `nil` if there is none.
    let openID: OpenIDClient?
    /// The program's version.
    let version: String
    /// Receives lines for the operator at run time; called on any thread.
    let report: @Sendable (String) -> Void

    /// Throws the first fault that would prevent a daemon with these settings from starting or reloading.
    init(
        _ settings: DaemonSettings, version: String = "", report: @escaping @Sendable (String) -> Void
    ) throws(StartupFault) {
        (self.settings, self.version, self.report) = (settings, version, report)
        workers = settings.workers ?? Processors.count
        trusted = try TrustedPeers(settings)
        proxy = try OutgoingProxy(settings.outgoing, report: report)
        collector = try SpanCollector(
            settings.traces, node: settings.node, proxy: proxy, version: version, report: report)
        // Webhooks report their warnings when they are made.
        _ = try WebhookTarget.all(settings.events, proxy: proxy) { _ in }
        openID = try OpenIDClient(settings.openID, report: report)
        if settings.targetChecks.everySeconds != nil {
            _ = try TargetProbe(
                settings.targetChecks, HostSpacing(milliseconds: 0), version: version, proxy: proxy)
        }
    }
}
