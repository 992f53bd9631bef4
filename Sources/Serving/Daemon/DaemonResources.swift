import Access
import AdminPages
package import Clicks
import Locations
import NodeLinks
import Pages
import RuleDelivery
import Rules
import Server
import Settings

/// The resources of a daemon in addition to its settings: opened files, loaded data, inherited sockets.
public struct DaemonResources: Sendable {
    /// The settings in force, or `nil` for the daemon's initial settings, which a reload does not change.
    var settings: CurrentSettings?
    /// The short links, and their upstream.
    var links = ServedLinks()
    /// The tokens and API keys of clients that may write.
    var tokens = CurrentTokens()
    /// Seals page addresses. Several daemons behind one proxy need the same secret.
    var pageTokens = PageTokens()
    /// The certificates of the front's TLS listeners.
    var certificates = FrontCertificates()
    /// The location data of clients, and the means to reload it.
    var locations = CurrentLocations()
    /// The bundle fetcher and the loader of found bundles, or `nil` if the rules are from a directory.
    var bundles: (puller: BundlePuller, load: @Sendable (FoundBundle) -> Daemon.Reload?)?
    /// Keeps the rule sets that come into force; `nil` without a store.
    var ruleSets: RuleSetRecorder?
    /// The candidate rules, evaluated against live clicks; `nil` if there are none.
    package var shadow: ShadowCandidate?
    /// Creates the candidate of other settings.
    var shadowCandidate: @Sendable (ShadowSetting) -> ShadowCandidate? = { _ in nil }
    /// Creates the web console with its view of the daemon; `nil` if there is none.
    var adminPages: (@Sendable (DaemonView) throws -> any AdminPages)?
    /// Loads the rules again, with the texts of their files.
    var loadRules: DaemonView.LoadRules = { _, _ in LoadedRules() }
    /// The rules directory that the console may write, and its history; `nil` if the settings don't allow it.
    var writtenRules: @Sendable (DaemonSettings) throws -> (directory: String, history: RulesHistory)? = { _ in nil }
    /// The service manager that started the process.
    var serviceManager = ServiceManager()
    /// How the program is restarted to hand over its sockets, or `nil` if it can't be.
    var successor: SuccessorCommand?
    /// The program's version, for metrics.
    var version = ""
    /// How long requests in progress may continue after SIGTERM.
    var drainDeadline = Duration.seconds(30)
    /// Receives lines for the operator at run time; called on any thread.
    var report: @Sendable (String) -> Void = { _ in }

    /// No store, no tokens, no certificates.
    public init() {}
}
