import ByteText
import Pages
public import Server
import Libevent
import LinkStore
public import Routing

/// The whole daemon: front, edge and admin listeners over one rule set that can be replaced while it serves.
///
///     let daemon = try Daemon(configuration, ruleSet: ruleSet) { … load the rules again … }
///     try daemon.start()
///     try daemon.run()   // until SIGTERM
public final class Daemon: Sendable {
    /// What came of loading the rules again.
    public enum Reload: Sendable {
        case loaded(RuleSet)
        /// The rules are not to be used; each line says why. The old ones stay.
        case refused([String])
    }

    private let server: Server
    private let drainDeadline: Duration
    private let serviceManager: ServiceManager
    private let handover: Handover
    private let state: SharedState

    /// Binds the addresses.
    ///
    /// - Parameter reload: Loads the rules again; called on a thread that may wait, one call at a time.
    public init(
        _ configuration: DaemonConfiguration, ruleSet: RuleSet, reload: @escaping @Sendable () -> Reload
    ) throws {
        let pages = try PageTemplates()
        let logs = try DaemonLogs(configuration.logs, workers: configuration.workers, say: configuration.say)
        let serviceManager = configuration.serviceManager
        let state = try SharedState(
            ruleSet, workers: configuration.workers, serviceManager, logs: logs, store: configuration.store,
            version: configuration.version, reload)
        self.state = state
        drainDeadline = configuration.drainDeadline
        self.serviceManager = serviceManager
        let tokens = configuration.pageTokens
        let access = APIAccess(tokens: configuration.tokens)
        let queries = QueryThread()
        let pageTokens = ListPageTokens(configuration.store)
        server = try Server(configuration.serverSettings(), inherited: configuration.inherited) { kind, worker in
            let decider = state.decider(of: worker)
            let clock = { [unowned worker] in worker.wallClock.seconds }
            let hosts = AllowedHosts(
                configuration.allowedHosts, boundTo: state.server?.addresses(of: kind) ?? [])
            let makeFront = {
                FrontHandler(
                    decider, pages: pages, trusted: configuration.trusted,
                    countryHeader: configuration.countryHeader, tokens: tokens,
                    challenges: ChallengeFolder(configuration.challengeFolder), clock: clock)
            }
            return switch kind {
            case .front: makeFront()
            case .redirect:
                RedirectHandler(decider, challenges: ChallengeFolder(configuration.challengeFolder))
            case .edge: EdgeHandler(decider, clicks: makeFront(), hosts: hosts, clock: clock)
            case .admin:
                AdminHandler(
                    decider, access: access, hosts: hosts,
                    links: configuration.store.map { store in
                        LinkAPI(
                            decider, store, access: access, queries: queries, pageTokens: pageTokens, clock: clock
                        ) {
                            state.answer($0, $1)
                        }
                    }, isDraining: { [unowned worker] in worker.drains },
                    reload: { state.reload(answering: $0) }, metrics: { state.writeMetrics(answering: $0) },
                    record: { state.record })
            }
        }
        handover = Handover(server, configuration.successor, tokens.keys)
        state.attach(server)
    }

    /// Keeps the signals that ``run()`` handles until it does. Called on the thread that will run, before ``start()``.
    public func holdSignals() {
        Server.holdSignals()
    }

    /// Starts the workers; when this returns they accept.
    public func start() throws {
        try server.start()
    }

    /// Serves until SIGTERM or SIGINT, reloads on SIGHUP, opens its logs again on SIGUSR1, hands over on
    /// SIGUSR2. Blocks the calling thread.
    ///
    /// Tells the service manager that the daemon is ready; a predecessor is asked to drain by ``Handover``.
    public func run() throws {
        let watchdog = Watchdog(server)
        let pulse = serviceManager.watchdog.map { interval in
            (every: interval / 3, body: { [serviceManager] in if watchdog.hearsAll() { serviceManager.alive() } })
        }
        serviceManager.ready()
        handover.relievePredecessor()
        try server.run(drainDeadline: drainDeadline, pulse: pulse) { [state, serviceManager, handover] signal in
            switch signal {
            case .reload: state.reload(answering: nil)
            case .reopenLogs: state.logs?.reopen()
            case .handOver: handover.begin(under: serviceManager)
            case .childEnded: handover.lookAfterSuccessor()
            case .terminate:
                handover.leaveFiles()
                serviceManager.stopping()
            }
        }
        state.finishReloads()
        state.store?.settle()
        state.logs?.finish()
    }

    /// Ends the daemon from within the process, as SIGTERM would.
    public func drain() {
        server.drain(deadline: drainDeadline)
    }

    /// Waits until a drain is over, without handling signals.
    public func waitUntilStopped() throws {
        try server.waitUntilStopped()
        state.store?.settle()
        state.logs?.finish()
    }

    /// The addresses of a kind of listener that other machines can reach.
    public func exposedAddresses(of kind: ListenerKind) -> [String] {
        server.addresses(of: kind).compactMap { address in
            guard case .ip(let ip, _) = address, !ip.isLoopback else { return nil }
            return address.description
        }
    }

    /// Where the daemon listens, as URLs, with the ports that the system chose: `https://127.0.0.1:8443`, `unix:/path`.
    public func urls(of kind: ListenerKind) -> [String] {
        server.listeners.filter { $0.settings.kind == kind }.flatMap { listener in
            listener.addresses.map { address in
                guard case .ip = address else { return address.description }
                return "\(listener.settings.identity == nil ? "http" : "https")://\(address)"
            }
        }
    }
}
