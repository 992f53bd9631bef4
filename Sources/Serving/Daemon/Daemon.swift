import AdminPages
import Clicks
import TargetChecks
import RuleDelivery
import Events
import Telemetry
import Access
import ByteText
import Libevent
import LinkSource
import LinkStore
import Pages
public import Routing
public import Server
public import Settings
import Threads

/// The daemon: front, edge and admin listeners over one rule set, which can be replaced at run time.
///
///     let daemon = try Daemon(settings, resources, ruleSet: ruleSet) { … load the rules again … }
///     try daemon.start()
///     try daemon.run()   // until SIGTERM
public final class Daemon: Sendable {
    /// The result of reloading the rules.
    public enum Reload: Sendable {
        /// The rules, with warnings: each line contains problem and place. The settings were loaded with them; `nil` to keep
        /// those in force.
        case loaded(RuleSet, settings: ResolvedSettings? = nil, warnings: [String])
        /// The rules have errors, one line each. The previous ones stay active.
        case refused([String])
        /// There are no other rules to load: the bundle server is unreachable, or its bundle is refused. The active ones
        /// stay, with the current settings and files of this machine.
        case unavailable(String, RuleSet? = nil, settings: ResolvedSettings? = nil)

        /// The next rules; `nil` to keep those in force.
        var ruleSet: RuleSet? {
            switch self {
            case .loaded(let ruleSet, _, _): ruleSet
            case .unavailable(_, let ruleSet, _): ruleSet
            case .refused: nil
            }
        }

        /// The next settings; `nil` to keep those in force.
        var settings: ResolvedSettings? {
            switch self {
            case .loaded(_, let settings, _), .unavailable(_, _, let settings): settings
            case .refused: nil
            }
        }
    }

    private let server: Server
    private let drainDeadline: Duration
    private let workers: Int
    private let serviceManager: ServiceManager
    private let handover: Handover
    let state: SharedState
    /// The control socket, or `nil` if it is disabled.
    private let control: ControlServer?
    /// Loads the rules of a found bundle.
    private let loadBundle: (@Sendable (FoundBundle) -> Reload?)?

    /// Binds the addresses, unless they are already bound.
    ///
    /// - Parameters:
    ///   - listeners: The sockets of these settings, or `nil` to bind them here.
    ///   - reload: Loads the rules again. Called on a thread that may block, one call at a time.
    public init(
        _ settings: DaemonSettings, _ resources: DaemonResources = DaemonResources(),
        listeners: BoundListeners? = nil, ruleSet: RuleSet, reload: @escaping @Sendable () -> Reload
    ) throws {
        let trusted = try TrustedPeers(settings)
        let workers = settings.workers ?? Processors.count
        let logs = try DaemonLogs(settings, workers: workers, report: resources.report)
        let collector = try SpanCollector(
            settings.traces, node: settings.node, version: resources.version, report: resources.report)
        let spans = try collector.map {
            try SpanExporter($0, workers: workers, report: resources.report)
        }
        let events = try Events(settings, workers: workers, report: resources.report)
        let targetChecks = try Self.targetChecks(settings, resources)
        let serviceManager = resources.serviceManager
        let disabledSites = resources.store?.directory.map { DisabledSitesFile(in: $0) }
        let state = try SharedState(
            ruleSet, settings: resources.settings ?? CurrentSettings(ResolvedSettings(settings)), workers: workers,
            serviceManager, logs: logs, spans: spans, events: events,
            targetChecks: targetChecks,
            store: resources.store,
            source: resources.source, follower: resources.follower, bundles: resources.bundles?.puller,
            shadow: resources.shadow,
            certificates: resources.certificates, version: resources.version,
            disabledSites: disabledSites?.load() ?? DisabledSites(), locations: resources.locations,
            report: resources.report, reload)
        self.state = state
        let serverSettings = state.serverSettings(settings, trusted: trusted)
        loadBundle = resources.bundles?.load
        drainDeadline = resources.drainDeadline
        self.workers = workers
        self.serviceManager = serviceManager
        let limiter = RateLimiter()
        let editor = Locked(try Self.ruleEditor(settings, resources, state))
        let view = DaemonView(
            state, links: LinkService(state, limiter), rules: { editor.withLock(\.self) },
            loadRules: resources.loadRules)
        let provider = CurrentProvider(try Self.providerClient(settings, resources))
        Self.follow(settingsOf: state, resources, editor, provider)
        Self.keepCounts(settings, resources)
        let handlers = try DaemonHandlers(
            settings, resources, trusted: trusted, state.deferredAnswers, adminPages: resources.adminPages?(view),
            provider: provider, limiter: limiter)
        let bound = try listeners ?? BoundListeners(serverSettings)
        server = try Server(serverSettings, bound) { kind, worker in
            handlers.make(
                kind, state.decider(of: worker), boundTo: state.server?.addresses(of: kind) ?? [],
                clock: { [base = worker.base] in base.wallClock.seconds },
                isDraining: { [unowned worker] in worker.drains },
                identifier: { [unowned worker] in worker.requestIdentifier })
        }
        let certificates = resources.certificates
        handover = Handover(
            server, resources.successor, resources.pageTokens.keys, certificates.areUsed ? certificates.tickets : nil)
        state.attach(server)
        Self.followJournal(state)
        Self.observeStore(state)
        state.events?.streams.attach { [weak server] in server?.post(to: $0, $1) }
        let operations = ControlService(state, view, file: disabledSites) {
            [server, handover, targetChecks, serviceManager, deadline = resources.drainDeadline] in
            handover.leaveFiles()
            serviceManager.stopping()
            targetChecks?.halt()
            server.drain(deadline: deadline)
        }
        control = ControlServer(
            settings.control, store: resources.store?.directory, report: resources.report,
            level: { [settings = state.settings] in settings.value.control.level },
            eachSecond: { [server] in state.sample(server) }
        ) { operations.perform($0, by: $1, then: $2) }
    }

    /// The writer of rule files, or `nil` if the settings do not allow it.
    private static func ruleEditor(
        _ settings: DaemonSettings, _ resources: DaemonResources, _ state: SharedState
    ) throws -> RuleEditor? {
        try resources.writtenRules(settings).map {
            RuleEditor($0.directory, $0.history, state, load: resources.loadRules)
        }
    }

    private static func providerClient(
        _ settings: DaemonSettings, _ resources: DaemonResources
    ) throws -> ProviderClient? {
        try OpenIDClient(settings.openID, report: resources.report).map { ProviderClient($0, report: resources.report) }
    }

    /// Applies the settings of each reload, which have been checked, outside of the workers.
    private static func follow(
        settingsOf state: SharedState, _ resources: DaemonResources, _ editor: Locked<RuleEditor?>,
        _ provider: CurrentProvider
    ) {
        state.settingsUsers.withLock { users in
            users.append { [weak state] old, new in
                guard let state else { return }
                do {
                    if old.consoleWritesRules != new.consoleWritesRules || old.rulesHistory != new.rulesHistory {
                        let next = try ruleEditor(new, resources, state)
                        editor.withLock { $0 = next }
                    }
                    if old.openID != new.openID { provider.replace(with: try providerClient(new, resources)) }
                    if old.targetChecks != new.targetChecks { try state.targetChecks?.use(new.targetChecks) }
                } catch {
                    // The settings have just been checked, so only the file system can cause an error.
                    resources.report("reload: \(error)")
                }
                if old.counts != new.counts { keepCounts(new, resources) }
                if old.shadow != new.shadow { state.tryOut(new.shadow.flatMap(resources.shadowCandidate)) }
            }
        }
    }

    /// Rolls up old counts as configured.
    private static func keepCounts(_ settings: DaemonSettings, _ resources: DaemonResources) {
        resources.store?.keepCounts(CountRetention(settings.counts))
        resources.source?.keepCounts(CountRetention(settings.counts))
    }

    /// Emits events for changes that commands make in the store's file. Commands don't change a replica.
    private static func followJournal(_ state: SharedState) {
        guard let store = state.store, state.source == nil, state.follower == nil, let events = state.events else {
            return
        }
        events.follow(store) { [weak state] domain in
            state?.ruleSet.sites.first { $0.hosts.contains(domain) }?.name
        }
    }

    /// Reports when the store stops accepting changes while the daemon runs.
    private static func observeStore(_ state: SharedState) {
        state.store?.observeChangeFault { [weak state] _ in
            guard let state, let fault = state.storeFault else { return }
            guard case .replica(let path) = fault else { return state.report("store: \(fault)") }
            state.report(
                "store: \(path) is a replica of a source, which this daemon does not follow: changes to links are refused; "
                    + "restart it with --source, or with --links if they are published links")
        }
    }

    /// The target checker; `nil` if target checks are disabled, or the store is a replica, of which there may be many.
    private static func targetChecks(
        _ settings: DaemonSettings, _ resources: DaemonResources
    ) throws -> TargetChecks? {
        guard resources.source == nil, resources.follower == nil else {
            if settings.targetChecks.everySeconds != nil {
                resources.report(
                    "target_checks: this node follows a source, and its store is a replica: targets are not checked")
            }
            return nil
        }
        return try TargetChecks(settings.targetChecks, resources.store, version: resources.version)
    }

    /// Blocks the signals that ``run()`` handles, until it is called. Call this before ``start()``, on the thread that will
    /// call ``run()``.
    public func holdSignals() {
        Server.holdSignals()
    }

    /// Starts the workers. They accept connections when this returns.
    public func start() throws {
        // Workers adopt the shadow rules when they start.
        state.loadShadow()
        state.logs?.start()
        state.spans?.start()
        state.events?.start()
        try server.start()
        state.targetChecks?.start()
        // Last, since it replaces the predecessor's socket, which can't be undone.
        try control?.start(replacing: handover.predecessor)
        guard let loadBundle else { return }
        state.bundles?.start { [weak state] found in state?.reload(by: { loadBundle(found) }) }
    }

    /// Serves until SIGTERM or SIGINT, reloads on SIGHUP, reopens the logs on SIGUSR1, and hands over on SIGUSR2. Blocks the
    /// calling thread.
    ///
    /// Notifies the service manager when the daemon is ready, and makes a predecessor drain (``Handover``).
    public func run() throws {
        let watchdog = Watchdog(server)
        let pulse = serviceManager.watchdog.map { interval in
            (every: interval / 3, body: { [serviceManager] in if watchdog.heardAll() { serviceManager.alive() } })
        }
        serviceManager.ready()
        handover.relievePredecessor()
        try server.run(drainDeadline: drainDeadline, pulse: pulse) { [state, serviceManager, handover] signal in
            switch signal {
            case .reload: state.reload(answering: nil)
            case .reopenLogs: state.logs?.reopen()
            case .handOver: handover.begin(under: serviceManager)
            case .childEnded: handover.checkSuccessor()
            case .terminate:
                state.targetChecks?.halt()
                handover.leaveFiles()
                serviceManager.stopping()
            }
        }
        // Until now the socket has reported the progress of the drain.
        control?.stop()
        state.bundles?.stop()
        state.finishReloads()
        finish()
    }

    /// Drains the daemon from within the process, like SIGTERM. Callable from any thread.
    public func drain() {
        server.drain(deadline: drainDeadline)
    }

    /// Waits until a drain has finished, without handling signals.
    public func waitUntilStopped() throws {
        try server.waitUntilStopped()
        control?.stop()
        state.bundles?.stop()
        finish()
    }

    /// Writes pending data once no worker is running.
    private func finish() {
        state.targetChecks?.stop()
        state.store?.settle()
        state.source?.stop()
        state.follower?.stop()
        state.events?.finish()
        state.logs?.finish()
        state.spans?.stop()
    }

    /// The addresses of a kind of listener that are reachable from other machines without TLS.
    func exposedAddresses(of kind: ListenerKind) -> [String] {
        server.listeners.filter { $0.settings.kind == kind && $0.settings.identity == nil }
            .flatMap(\.addresses).compactMap { address in
                guard case .ip(let ip, _) = address, !ip.isLoopback else { return nil }
                return address.description
            }
    }

    /// The ready line: the addresses of all listeners, and counts of workers, sites and rules.
    func readyLine(_ ruleSet: RuleSet) -> String {
        var addresses = ListenerKind.allCases.flatMap { kind in urls(of: kind).map { "\(kind)=\($0)" } }
        if let address = control?.address { addresses.append("control=\(address)") }
        return (["ready"] + addresses).joined(separator: " ")
            + " workers=\(workers) sites=\(ruleSet.sites.count) rules=\(ruleSet.rules.count)"
    }

    /// The addresses of a kind of listener as URLs, with the ports that the system assigned: `https://127.0.0.1:8443`,
    /// `unix:/path`.
    public func urls(of kind: ListenerKind) -> [String] {
        server.listeners.filter { $0.settings.kind == kind }.flatMap { listener in
            listener.addresses.map { address in
                guard case .ip = address else { return address.description }
                return "\(listener.settings.identity == nil ? "http" : "https")://\(address)"
            }
        }
    }
}
