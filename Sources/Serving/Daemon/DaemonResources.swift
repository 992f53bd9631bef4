import LinkSource
import LinkStore
import Locations
import Pages
import Rules
import Server
import Settings

/// What a daemon is started with besides its settings: what was opened, read or inherited for it.
public struct DaemonResources: Sendable {
    /// The settings in force; `nil` for those that the daemon is made with, whatever is reloaded.
    var settings: CurrentSettings?
    /// Short links; nil without a store.
    var store: LinkStore?
    /// The source that the store is a replica of; nil for a store of its own.
    var source: SourceNode?
    /// What brings published links into the store; nil if it follows none.
    var follower: LinkFollower?
    /// The tokens and keys of the clients that may write.
    var tokens = CurrentTokens()
    /// Seals page addresses; several daemons behind one proxy need the same secret.
    var pageTokens = PageTokens()
    /// The certificates of the front's TLS listeners.
    var certificates = FrontCertificates()
    /// Where clients are, and the means to find out again after a reload.
    var locations = CurrentLocations()
    /// What fetches the rules, and loads what it has found; nil if they are a directory's.
    var bundles: (puller: BundlePuller, load: @Sendable (FoundBundle) -> Daemon.Reload?)?
    /// The rules that are tried on live clicks; nil for none.
    package var shadow: ShadowCandidate?
    /// Those that other settings name.
    var shadowCandidate: @Sendable (ShadowSetting) -> ShadowCandidate? = { _ in nil }
    /// Makes what the admin listener has for people, of what it may see of the daemon; nil for nothing.
    var adminPages: (@Sendable (DaemonView) throws -> any AdminPages)?
    /// Loads the rules once more, with the texts of their files.
    var loadRules: DaemonView.LoadRules = { _, _ in LoadedRules() }
    /// The directory of rules that may be written in the console, and what keeps what they were; nil for none.
    /// By the settings in force.
    var writtenRules: @Sendable (DaemonSettings) throws -> (directory: String, history: RulesHistory)? = { _ in nil }
    /// The service manager that started the process.
    var serviceManager = ServiceManager()
    /// How the program is restarted to hand its sockets over; nil if it can't be.
    var successor: SuccessorCommand?
    /// The program's version, for the metrics.
    var version = ""
    /// How long requests in progress may take after SIGTERM.
    var drainDeadline = Duration.seconds(30)
    /// Receives lines for the operator while the daemon serves; called on any thread.
    var report: @Sendable (String) -> Void = { _ in }

    /// No store, no tokens, no certificates.
    public init() {}
}
