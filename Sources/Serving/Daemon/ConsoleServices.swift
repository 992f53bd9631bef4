import Access
import AdminPages
import Client
import Settings
import Threads

/// The daemon's parts that only the web console uses.
struct ConsoleServices {
    let view: DaemonView
    /// The parts that a reload replaces.
    let settings: ConsoleSettings
    /// Enforces the clients' rates, across all listeners.
    let limiter = RateLimiter()
    /// The pages, or `nil` if there is no console.
    let pages: (any AdminPages)?

    init(_ checked: CheckedSettings, _ resources: DaemonResources, _ state: DaemonState) throws {
        let settings = try ConsoleSettings(checked, resources, state.rules)
        self.settings = settings
        view = DaemonView(
            state, links: LinkService(state, limiter), rules: { settings.editor }, loadRules: resources.loadRules)
        pages = try resources.adminPages?(view)
    }
}

/// The editor of rule files and the identity provider, which a reload replaces.
struct ConsoleSettings: Sendable {
    /// The identity provider for signing in, if any.
    let provider = CurrentProvider()
    private let currentEditor: Locked<RuleEditor?>
    private let makeEditor: @Sendable (DaemonSettings) throws -> RuleEditor?
    private let proxy: OutgoingProxy?
    private let report: @Sendable (String) -> Void

    init(_ checked: CheckedSettings, _ resources: DaemonResources, _ rules: RuleReloads) throws {
        (proxy, report) = (checked.proxy, checked.report)
        // Weak, since the rules reference this object in order to apply settings.
        makeEditor = { [weak rules] settings in
            guard let rules, let (directory, history) = try resources.writtenRules(settings) else { return nil }
            return RuleEditor(directory, history, rules, load: resources.loadRules)
        }
        currentEditor = Locked(try makeEditor(checked.settings))
        if let client = checked.openID { provider.replace(with: ProviderClient(client, proxy: proxy, report: report)) }
    }

    /// The writer of rule files, or `nil` if the settings do not allow it.
    var editor: RuleEditor? { currentEditor.withLock(\.self) }

    /// Applies the settings of a reload, which have been checked.
    func use(_ old: DaemonSettings, _ new: DaemonSettings) throws {
        if old.consoleWritesRules != new.consoleWritesRules || old.rulesHistory != new.rulesHistory {
            let next = try makeEditor(new)
            currentEditor.withLock { $0 = next }
        }
        guard old.openID != new.openID else { return }
        let client = try OpenIDClient(new.openID, report: report)
        provider.replace(with: client.map { ProviderClient($0, proxy: proxy, report: report) })
    }
}
