import AdminAPI
import AdminPages
import Clicks
import RuleDelivery
import Events
import Telemetry
import Access
import HTTP
import Libevent
import LinkSource
import LinkStore
import Pages
import Server
import Settings
import Threads

/// Creates the handlers of a daemon's listeners and connects each with its dependencies.
struct DaemonHandlers: Sendable {
    private let settings: HandlerSettings
    private let resources: DaemonResources
    private let deferred: DeferredAnswers
    private let access: APIAccess
    private let queries = JobThreads(name: "queries", limits: JobThreads.Limits(jobs: 256))
    private let backup = PeerBackup()
    private let pageTokens: ListPageTokens
    private let adminPages: PageAccess?

    /// - Parameters:
    ///   - adminPages: The web console, or `nil` if there is none.
    ///   - provider: The identity provider for signing in, if any.
    ///   - limiter: Enforces the clients' rates, across all listeners.
    init(
        _ settings: DaemonSettings, _ resources: DaemonResources, trusted: TrustedPeers, _ deferred: DeferredAnswers,
        adminPages: (any AdminPages)? = nil, provider: CurrentProvider = CurrentProvider(),
        limiter: RateLimiter = RateLimiter()
    ) {
        self.settings = HandlerSettings(settings, trusted: trusted)
        self.resources = resources
        self.deferred = deferred
        access = APIAccess(tokens: resources.tokens, limiter: limiter)
        pageTokens = ListPageTokens(resources.store)
        let keys = resources.pageTokens.keys
        let ended = EndedSessions(in: resources.store?.directory, report: resources.report)
        let sessions = AdminSessions(resources.tokens, keys, provider: provider, ended: ended)
        self.adminPages = adminPages.map {
            PageAccess(
                $0, sessions, provider: provider, PendingSignIns(keys), trusted: trusted, answer: deferred.pages,
                post: deferred.post)
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
        let trail = AuditTrail(log: deferred.audit, identifier: identifier)
        let hosts = AllowedHosts(settings.allowedHosts, boundTo: addresses)
        return switch kind {
        case .front: front(decider, clock, identifier)
        case .redirect: RedirectHandler(decider, settings)
        case .edge: EdgeHandler(decider, clicks: front(decider, clock, identifier), hosts: hosts, clock: clock)
        case .admin:
            AdminHandler(
                decider, access: access, hosts: hosts, links: links(decider, clock),
                isReady: { [resources] in
                    !isDraining() && resources.source?.isReady ?? resources.follower?.isReady ?? true
                },
                reload: deferred.reload, metrics: deferred.metrics, record: deferred.record,
                bundle: deferred.bundle, shadow: deferred.shadow, pages: adminPages, hasConsole: settings.hasConsole,
                events: deferred.events?.streams,
                trail: trail, clock: clock)
        case .api:
            AppHandler(
                front: front(decider, clock, identifier), access: access, origins: AllowedOrigins(settings.origins),
                links: links(decider, clock), trail: trail)
        }
    }

    private func front(
        _ decider: Decider, _ clock: @escaping () -> Int64, _ identifier: @escaping () -> [UInt8]
    ) -> FrontHandler {
        FrontHandler(
            decider, settings, tokens: resources.pageTokens,
            installs: InstallClaims(
                store: resources.source ?? resources.store, answer: deferred.links, events: deferred.events,
                identifier: identifier),
            clock: clock)
    }

    private func links(_ decider: Decider, _ clock: @escaping () -> Int64) -> LinkAPI? {
        resources.store.map { store in
            LinkAPI(
                decider, store, source: resources.source, writer: resources.writer(of: store), queries: queries,
                backup: backup,
                pageTokens: pageTokens, clock: clock, answer: deferred.links, awaitVersions: deferred.versions,
                audit: deferred.audit, events: deferred.events)
        }
    }
}

/// The work that handlers leave to threads that may block. Each call returns immediately, and the ticket is completed when
/// the work is done.
struct DeferredAnswers: Sendable {
    var links: APIAnswerer
    /// Handles the request again once the node has the given versions.
    var versions: @Sendable ([LinkVersion], AnswerTicket) -> Void
    var reload: @Sendable (AnswerTicket, AuditedRequest?) -> Void
    var metrics: @Sendable (AnswerTicket) -> Void
    var pages: @Sendable (AnswerTicket, AdminPageAnswer) -> Void = { _, _ in }
    /// Posts a message to a worker.
    var post: PageStreams.Post = { _, _ in }
    /// The state of the active rules.
    var record: @Sendable () -> ReloadRecord
    /// The bundle of the active rules, or `nil` if they are from a directory.
    var bundle: @Sendable () -> BundleStatus? = { nil }
    /// The status of the candidate rules, or `nil` if there are none.
    var shadow: @Sendable () -> ShadowStatus? = { nil }
    /// The audit log of changes, or `nil` if there is none.
    var audit: AuditLog?
    /// The receivers of change events, or `nil` if events are disabled.
    var events: Events?
}

extension SharedState {
    /// The deferred work of a running daemon.
    var deferredAnswers: DeferredAnswers {
        DeferredAnswers(
            links: { self.answer($0, $1) }, versions: { self.await($0, for: $1) },
            reload: { self.reload(answering: $0, audited: $1) },
            metrics: { self.writeMetrics(answering: $0) }, pages: { self.answer($0, $1) },
            post: { self.server?.post(to: $0, $1) }, record: { self.record },
            bundle: { self.bundles?.status }, shadow: { self.shadow }, audit: audit, events: events)
    }
}
