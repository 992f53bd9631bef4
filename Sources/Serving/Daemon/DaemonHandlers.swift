import Access
import AdminAPI
import AdminPages
import Clicks
import Events
import HTTP
import Lab
import Libevent
import LinkSource
import LinkStore
import NodeLinks
import Pages
import Routing
import RuleDelivery
import Server
import Settings
import Telemetry
import Threads

/// Creates the handlers of a daemon's listeners and connects each with its dependencies.
struct DaemonHandlers: Sendable {
    private let settings: HandlerSettings
    private let resources: DaemonResources
    private let audit: AuditLog
    private let events: Events?
    private let work: any DeferredWork
    private let access: APIAccess
    private let queries = JobThreads(name: "queries", limits: JobThreads.Limits(jobs: 256))
    private let backup = PeerBackup()
    private let pageTokens: ListPageTokens
    private let passwords: PasswordChecks
    private let pages: PageAccess?
    private let lab: LabSessions?

    /// - Parameters:
    ///   - pages: The web console, or `nil` if there is none.
    ///   - provider: The identity provider for signing in, if any.
    ///   - limiter: Enforces the clients' rates, across all listeners.
    ///   - lab: The tests of links on phones; `nil` for none.
    init(
        _ checked: CheckedSettings, _ resources: DaemonResources, _ records: DaemonRecords, _ work: any DeferredWork,
        pages: (any AdminPages)? = nil, provider: CurrentProvider = CurrentProvider(),
        limiter: RateLimiter = RateLimiter(), lab: LabSessions? = nil
    ) {
        settings = HandlerSettings(checked.settings, trusted: checked.trusted)
        (self.resources, self.work) = (resources, work)
        (audit, events) = (records.audit, records.events)
        access = APIAccess(tokens: resources.tokens, limiter: limiter)
        pageTokens = ListPageTokens(resources.links.store)
        self.lab = lab
        passwords = PasswordChecks { work.handleAgain($0, within: $1) }
        let keys = resources.pageTokens.keys
        let ended = EndedSessions(in: resources.links.store?.directory, report: resources.report)
        let sessions = AdminSessions(resources.tokens, keys, provider: provider, ended: ended)
        self.pages = pages.map {
            PageAccess(
                $0, sessions, provider: provider, PendingSignIns(keys), trusted: checked.trusted,
                answer: { work.answer($0, $1) }, post: { work.post(to: $0, $1) })
        }
    }

    /// Creates a worker's handler for a kind of listener, on the worker's thread.
    ///
    /// - Parameters:
    ///   - decider: The worker's decider.
    ///   - addresses: The addresses that the listener is bound to.
    ///   - clock: The wall clock, in seconds since the epoch.
    ///   - isDraining: Whether the worker has stopped accepting connections.
    ///   - identifier: Returns the identifier of the current request.
    func make(
        _ kind: ListenerKind, _ decider: Decider, boundTo addresses: [SocketAddress],
        clock: @escaping () -> Int64, isDraining: @escaping () -> Bool, identifier: @escaping () -> [UInt8] = { [] }
    ) -> any RequestHandler {
        let trail = AuditTrail(log: audit, identifier: identifier)
        let hosts = AllowedHosts(settings.allowedHosts, boundTo: addresses)
        return switch kind {
        case .front: front(decider, clock, identifier)
        case .redirect: RedirectHandler(decider, settings)
        case .edge: EdgeHandler(decider, clicks: front(decider, clock, identifier), hosts: hosts, clock: clock)
        case .admin:
            AdminHandler(
                WorkerAdminService(
                    decider: decider, work: work, links: resources.links, isDraining: isDraining, clock: clock),
                access: access, hosts: hosts, links: links(decider, clock), pages: pages,
                hasConsole: settings.hasConsole, events: events?.streams, trail: trail)
        case .api:
            AppHandler(
                front: front(decider, clock, identifier), access: access, origins: AllowedOrigins(settings.origins),
                links: links(decider, clock), trail: trail)
        }
    }

    private func front(
        _ decider: Decider, _ clock: @escaping () -> Int64, _ identifier: @escaping () -> [UInt8]
    ) -> FrontHandler {
        let installs = InstallClaims(
            store: resources.links.source ?? resources.links.store, answer: answer, events: events,
            identifier: identifier)
        return FrontHandler(
            decider, settings, tokens: resources.pageTokens, installs: installs, passwords: passwords,
            watchedLinks: lab?.watch, lab: lab.map { LabHandler($0, clock: clock) }, clock: clock)
    }

    private func links(_ decider: Decider, _ clock: @escaping () -> Int64) -> LinkAPI? {
        resources.links.store.map { store in
            LinkAPI(
                decider, resources.links.storage(in: store),
                LinkAPI.Services(
                    queries: queries, backup: backup, pageTokens: pageTokens, audit: audit, events: events),
                clock: clock, answer: answer, awaitVersions: { [work] in work.await($0, for: $1) })
        }
    }

    private var answer: APIAnswerer { { [work] in work.answer($0, $1) } }
}

extension ServedLinks {
    /// A store's links, for the APIs.
    func storage(in store: LinkStore) -> LinkAPI.Storage {
        LinkAPI.Storage(store, source: source, writer: writer(of: store))
    }
}

/// A daemon as the admin listener of one worker sees it.
private struct WorkerAdminService: AdminService {
    let decider: Decider
    let work: any DeferredWork
    let links: ServedLinks
    let isDraining: () -> Bool
    let clock: () -> Int64

    var now: Int64 { clock() }
    var isReady: Bool { !isDraining() && links.areReady }

    /// With the rule set of the worker, which may not have the latest yet.
    var rules: RuleSetStatus {
        var rules = work.rules
        rules.ruleSet = decider.evaluator.ruleSet
        return rules
    }

    func reload(answering ticket: AnswerTicket, audited: AuditedRequest?) {
        work.reload(answering: ticket, audited: audited)
    }

    func writeMetrics(answering ticket: AnswerTicket) { work.writeMetrics(answering: ticket) }
}
