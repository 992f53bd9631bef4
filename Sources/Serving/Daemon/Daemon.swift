import Access
import AdminPages
import ByteText
import Clicks
import Events
import Libevent
import LinkSource
import LinkStore
import NodeLinks
import Pages
public import Routing
import RuleDelivery
public import Server
public import Settings
import TargetChecks
import Telemetry
import Threads

/// The daemon: front, edge and admin listeners over one rule set, which can be replaced at run time.
///
///     let daemon = try Daemon(settings, resources, ruleSet: ruleSet) { … load the rules again … }
///     try daemon.start()
///     try daemon.run()   // until SIGTERM
public final class Daemon: Sendable {
    private let server: Server
    private let drainDeadline: Duration
    private let serviceManager: ServiceManager
    private let handover: Handover
    let state: DaemonState
    /// The control socket, or `nil` if it is disabled.
    private let control: ControlServer?
    /// Loads the rules of a found bundle.
    private let loadBundle: (@Sendable (FoundBundle) -> Reload?)?

    /// Checks all settings, then opens files and binds the addresses, unless they are already bound.
    ///
    /// - Parameters:
    ///   - listeners: The sockets of these settings, or `nil` to bind them here.
    ///   - reload: Loads the rules again. Called on a thread that may block, one call at a time.
    public init(
        _ settings: DaemonSettings, _ resources: DaemonResources = DaemonResources(),
        listeners: BoundListeners? = nil, ruleSet: RuleSet, reload: @escaping @Sendable () -> Reload
    ) throws {
        let checked = try CheckedSettings(settings, version: resources.version, report: resources.report)
        let services = try DaemonServices(checked, resources.links)
        let inForce = resources.settings ?? CurrentSettings(ResolvedSettings(settings))
        state = try DaemonState(ruleSet, inForce, services, resources, load: reload)
        let console = try ConsoleServices(checked, resources, state)
        let handlers = DaemonHandlers(
            checked, resources, state.records, DeferredAnswers(state), pages: console.pages,
            provider: console.settings.provider, limiter: console.limiter, lab: console.view.lab)
        server = try Self.server(checked, state, handlers, listeners)
        handover = Handover(server, resources.successor, resources.pageTokens.keys, state.certificates)
        control = Self.control(server, handover, state, services, resources, console.view)
        (loadBundle, drainDeadline) = (resources.bundles?.load, resources.drainDeadline)
        serviceManager = resources.serviceManager
        Self.connect(state, to: server)
        Self.applySettings(state, resources, console.settings)
    }

    /// The server, whose workers create their handlers when they start.
    private static func server(
        _ checked: CheckedSettings, _ state: DaemonState, _ handlers: DaemonHandlers, _ listeners: BoundListeners?
    ) throws -> Server {
        let settings = ServerSettings(
            checked.settings, trusted: checked.trusted, state.certificates, workers: checked.workers
        ).fittingDescriptors(checked.report)
        return try Server(settings, listeners ?? BoundListeners(settings)) { [deciders = state.deciders] kind, worker in
            handlers.make(
                kind, deciders.decider(of: worker), boundTo: deciders.server.value?.addresses(of: kind) ?? [],
                clock: { [base = worker.base] in base.wallClock.seconds },
                isDraining: { [unowned worker] in worker.drains },
                identifier: { [unowned worker] in worker.requestIdentifier })
        }
    }

    /// The control socket; `nil` if it is disabled.
    private static func control(
        _ server: Server, _ handover: Handover, _ state: DaemonState, _ services: DaemonServices,
        _ resources: DaemonResources, _ view: DaemonView
    ) -> ControlServer? {
        let service = ControlService(state, view, file: services.disabledSitesFile) {
            [targetChecks = state.targetChecks, serviceManager = resources.serviceManager] in
            handover.leaveFiles()
            serviceManager.stopping()
            targetChecks?.halt()
            server.drain(deadline: resources.drainDeadline)
        }
        let settings = state.settings
        return ControlServer(
            settings.value.control, store: state.links.store?.directory, report: resources.report,
            level: { settings.value.control.level }, eachSecond: { state.sample() }
        ) { service.perform($0, by: $1, then: $2) }
    }

    /// Connects the daemon's parts with the server, and with the store's file.
    private static func connect(_ state: DaemonState, to server: Server) {
        state.deciders.server.attach(server)
        state.records.events?.streams.attach { [weak server] in server?.post(to: $0, $1) }
        followJournal(state)
        observeStore(state)
    }

    /// Emits events for changes that commands make in the store's file. Commands don't change a replica.
    private static func followJournal(_ state: DaemonState) {
        guard let store = state.links.store, !state.links.isReplica, let events = state.records.events else { return }
        events.follow(store) { [weak rules = state.rules] domain in
            rules?.ruleSet.sites.first { $0.hosts.contains(domain) }?.name
        }
    }

    /// Reports when the store stops accepting changes while the daemon runs.
    private static func observeStore(_ state: DaemonState) {
        let report = state.records.report
        state.links.store?.observeChangeFault { [weak deciders = state.deciders] _ in
            guard let fault = deciders?.links.changeFault else { return }
            guard case .replica(let path) = fault else { return report("store: \(fault)") }
            report(
                "store: \(path) is a replica of a source, which this daemon does not follow: changes to links are refused; "
                    + "restart it with --source, or with --links if they are published links")
        }
    }

    /// Applies the settings now, and those of each reload, which have been checked.
    private static func applySettings(_ state: DaemonState, _ resources: DaemonResources, _ console: ConsoleSettings) {
        let (links, deciders, shadow) = (state.links, state.deciders, state.shadow)
        let (targetChecks, certificates) = (state.targetChecks, state.certificates)
        links.keepCounts(state.settings.value.counts)
        // The rules reference this closure, which must not reference them.
        state.rules.applySettings { old, new in
            deciders.use(old, new, certificates)
            do {
                try console.use(old, new)
                if old.targetChecks != new.targetChecks { try targetChecks?.use(new.targetChecks) }
            } catch {
                // The settings have just been checked, so only the file system can cause an error.
                resources.report("reload: \(error)")
            }
            if old.counts != new.counts { links.keepCounts(new.counts) }
            if old.shadow != new.shadow { shadow.tryOut(new.shadow.flatMap(resources.shadowCandidate)) }
        }
    }

    /// Blocks the signals that ``run()`` handles, until it is called. Call this before ``start()``, on the thread that will
    /// call ``run()``.
    public func holdSignals() {
        Server.holdSignals()
    }

    /// Starts the workers. They accept connections when this returns.
    public func start() throws {
        // Workers adopt the shadow rules when they start.
        state.rules.loadShadow()
        state.records.start()
        try server.start()
        state.targetChecks?.start()
        // Last, since it replaces the predecessor's socket, which can't be undone.
        try control?.start(replacing: handover.predecessor)
        guard let loadBundle else { return }
        state.rules.bundles?.start { [weak rules = state.rules] found in rules?.reload(by: { loadBundle(found) }) }
    }

    /// Serves until SIGTERM or SIGINT, reloads on SIGHUP, reopens the logs on SIGUSR1, and hands over on SIGUSR2. Blocks the
    /// calling thread.
    ///
    /// Notifies the service manager when the daemon is ready, and makes a predecessor drain (``Handover``).
    public func run() throws {
        let watchdog = Watchdog(server)
        let pulse = serviceManager.watchdog.map { interval in
            PeriodicTask(every: interval / 3) { [serviceManager] in
                if watchdog.heardAll() { serviceManager.alive() }
            }
        }
        let upkeep = PeriodicTask(every: .seconds(3600)) { [rules = state.rules] in rules.removeOldRuleSets() }
        serviceManager.ready()
        handover.relievePredecessor()
        try server.run(drainDeadline: drainDeadline, watchdog: pulse, upkeep: upkeep) {
            [state, serviceManager, handover] signal in
            switch signal {
            case .reload: state.rules.reload(audited: nil)
            case .reopenLogs: state.records.logs?.reopen()
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
        state.rules.bundles?.stop()
        state.rules.finish()
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
        state.rules.bundles?.stop()
        finish()
    }

    /// Writes pending data once no worker is running.
    private func finish() {
        state.targetChecks?.stop()
        state.links.stop()
        state.records.finish()
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
            + " workers=\(state.deciders.count) sites=\(ruleSet.sites.count) rules=\(ruleSet.rules.count)"
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
