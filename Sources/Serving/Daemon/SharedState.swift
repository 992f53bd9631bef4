import AdminAPI
import AdminPages
import Clicks
import TargetChecks
import RuleDelivery
import Events
import Telemetry
import Access
import ByteText
import DecisionCache
import Glibc
import HTTP
import Libevent
import LinkSource
import LinkStore
import LogFormats
import Pages
import Routing
import Server
import Settings
import Threads

/// The state shared by the workers and reloads of one daemon: the current rule set, and the means to replace it.
///
/// Workers read it only when they start. Later rule sets are sent to them as messages, between two requests.
final class SharedState: Sendable {
    struct Current {
        var ruleSet: RuleSet
        var record: ReloadRecord
        var shadow: ShadowStatus?
        /// The candidate rules, or `nil` if there are none.
        var candidate: ShadowCandidate?
        weak var server: Server?
    }

    let current: Locked<Current>
    private let load: @Sendable () -> Daemon.Reload
    let settings: CurrentSettings
    /// Applies settings outside the workers. Called after a change, on the reload thread.
    let settingsUsers = Locked<[SettingsUser]>([])
    let deciders: PerWorker<Decider>
    let workers: Int
    private let serviceManager: ServiceManager
    /// Reloads the rules, one reload at a time.
    private let reloads = JobThread(name: "reload")
    let metrics = MetricsStore()
    /// The tickets of pending metrics requests. The first starts a job, which answers all.
    let metricsReaders = Locked<[AnswerTicket]>([])
    let metricsJobs = JobThread(name: "metrics")
    /// The audit log of changes. Disabled while the settings specify no file.
    let audit = AuditLog()
    let openLogs: Locked<DaemonLogs?>
    let openSpans: Locked<SpanExporter?>
    /// Publishes clicks and changes; `nil` if events are disabled.
    let events: Events?
    /// Checks targets of links; `nil` if target checks are disabled.
    let targetChecks: TargetChecks?
    let version: String
    let certificates: FrontCertificates
    /// The short links, or `nil` without a store.
    let store: LinkStore?
    /// The source that the store replicates.
    let source: SourceNode?
    /// The follower of published links.
    let follower: LinkFollower?
    /// The bundle fetcher, or `nil` if the rules are from a directory.
    let bundles: BundlePuller?
    /// The sites disabled by an operator.
    let disabledSites: Locked<DisabledSites>
    let logLevel = Locked(LogLevelInForce())
    let debugLog: DebugLog
    /// The samples for rates. Empty unless there is a control socket.
    let sampler: ActivitySampler
    /// The location data of clients, from files that a reload reads again.
    private let locations: CurrentLocations
    let report: @Sendable (String) -> Void

    /// Creates the workers' deciders; throws if there is not enough memory for the patterns of the rules.
    init(
        _ ruleSet: RuleSet, settings: CurrentSettings = CurrentSettings(ResolvedSettings(DaemonSettings())),
        workers: Int,
        _ serviceManager: ServiceManager, logs: DaemonLogs?,
        spans: SpanExporter? = nil, events: Events? = nil, targetChecks: TargetChecks? = nil, store: LinkStore?,
        source: SourceNode?, follower: LinkFollower? = nil,
        bundles: BundlePuller? = nil, shadow: ShadowCandidate? = nil,
        certificates: FrontCertificates = FrontCertificates(), version: String,
        disabledSites: DisabledSites = DisabledSites(), locations: CurrentLocations = CurrentLocations(),
        report: @escaping @Sendable (String) -> Void = { _ in },
        _ load: @escaping @Sendable () -> Daemon.Reload
    ) throws {
        let pages = try SitePages(ruleSet)
        deciders = try PerWorker(workers) { try Decider(ruleSet, pages) }
        self.settings = settings
        self.workers = workers
        let record = ReloadRecord(hash: ruleSet.hash, loaded: Int64(time(nil)))
        current = Locked(
            Current(ruleSet: ruleSet, record: record, shadow: shadow.map(ShadowStatus.init), candidate: shadow))
        openLogs = Locked(logs)
        openSpans = Locked(spans)
        audit.use(logs?.auditRing)
        self.events = events
        self.targetChecks = targetChecks
        self.store = store
        self.source = source
        self.follower = follower
        self.bundles = bundles
        self.certificates = certificates
        self.disabledSites = Locked(disabledSites)
        debugLog = DebugLog(report: report)
        self.locations = locations
        sampler = ActivitySampler(workers: workers)
        self.report = report
        self.version = version
        self.serviceManager = serviceManager
        self.load = load
    }

    /// The enabled logs, or `nil` if there are none.
    var logs: DaemonLogs? { openLogs.withLock(\.self) }
    /// The span exporter, or `nil` if tracing is disabled.
    var spans: SpanExporter? { openSpans.withLock(\.self) }
    /// Executes changes of a store's links.
    func writer(of store: LinkStore) -> any LinkWriter { follower as (any LinkWriter)? ?? source ?? store }
    var server: Server? { current.withLock(\.server) }
    var ruleSet: RuleSet { current.withLock(\.ruleSet) }
    var record: ReloadRecord { current.withLock(\.record) }
    var shadow: ShadowStatus? { current.withLock(\.shadow) }

    func attach(_ server: Server) {
        current.withLock { $0.server = server }
    }

    /// The decider shared by a worker's handlers. Initialized on the worker's thread by the first of them.
    func decider(of worker: Worker) -> Decider {
        let decider = deciders[worker]
        guard decider.recorder == nil else { return decider }
        decider.disable(disabledSites.withLock { $0 })
        decider.use(locations.value)
        if let store {
            let links = StoredLinks(store)
            decider.evaluator.shortLinks = links
            decider.links = links
            decider.linkCounter = LinkCounter(links, worker: worker)
            decider.source = source.map { source in
                SourceAccess(looksForMissing: { source.looksForMissing }) { [unowned self] question, ticket in
                    switch question {
                    case .lease(let link): request(link, from: source, for: ticket)
                    case .look: look(at: source, for: ticket)
                    }
                }
            }
            worker.atEnd = { decider.linkCounter = nil }
        }
        let recorder = DecisionRecorder(decider.evaluator.ruleSet, worker: worker)
        decider.recorder = recorder
        equip(worker, recorder, settings.value)
        return decider
    }

    /// Configures a worker's recording of requests according to the settings.
    func equip(_ worker: Worker, _ recorder: DecisionRecorder, _ settings: DaemonSettings) {
        let (logs, index) = (logs, worker.index)
        let accessLog = logs?.accessRing(of: index).map { AccessLog($0, settings.logFormat) }
        let spans = self.spans.map { SpanRecorder($0.rings[index], before: accessLog, worker: worker) }
        worker.requestLog = spans ?? accessLog
        worker.traceInterval = spans == nil ? 0 : UInt64(settings.traces.oneIn)
        recorder.spans = spans
        let (decider, ring) = (deciders[worker], logs?.decisionRing(of: index))
        recorder.log = ring.map { DecisionLog($0, LoggedFacts(decider.evaluator.ruleSet)) }
        if let shadow = decider.shadow {
            shadow.log = ring.map { DecisionLog($0, LoggedFacts(shadow.pair.live, shadow.pair.candidate)) }
        }
        recorder.events = events?.log(ofWorker: index)
    }

    /// Loads the rules on a separate thread and distributes them to all workers; then completes the ticket.
    ///
    /// - Parameter audited: The request's audit record, or `nil` for a signal.
    func reload(answering ticket: AnswerTicket?, audited: AuditedRequest? = nil) {
        reload(audited: audited) { [self] outcome in if let ticket { answer(ticket, outcome) } }
    }

    /// The maximum number of waiting reload requests, all of which read the same files.
    private static let mostReloads = 8

    /// Loads and distributes the rules; then calls a closure with the outcome, on the reload thread.
    func reload(audited: AuditedRequest?, then end: @escaping @Sendable (Daemon.Reload) -> Void) {
        reload(by: load, audited: audited, isOfAll: true, then: end)
    }

    /// Distributes rules that are loaded by a closure, which returns `nil` if there is nothing to replace.
    ///
    /// - Parameter isOfAll: Whether the candidate rules are also loaded again.
    func reload(
        by load: @escaping @Sendable () -> Daemon.Reload?, audited: AuditedRequest? = nil, isOfAll: Bool = false,
        then end: @escaping @Sendable (Daemon.Reload) -> Void = { _ in }
    ) {
        let isAdmitted = reloads.run(unlessMoreWaitThan: audited == nil ? .max : Self.mostReloads) { [self] in
            serviceManager.reloading()
            guard let loaded = load() else { return serviceManager.ready() }
            if locations.takeChange() {
                server?.runInAll { [deciders, locations] worker in deciders[worker].use(locations.value) }
            }
            let outcome = replace(with: loaded)
            var isOfAll = isOfAll
            if let settings = outcome.settings, use(settings) { isOfAll = true }
            isOfAll ? loadShadow() : pairShadow()
            switch outcome {
            case .loaded: bundles?.settle([])
            case .refused(let problems): bundles?.settle(problems)
            case .unavailable: break
            }
            keep(outcome)
            if let audited { audit.record(audited, outcome.status, ruleSet: ruleSet.hash) }
            if case .loaded(let ruleSet, _, _) = outcome { report("reload: \(ruleSet.hash)") }
            serviceManager.ready()
            end(outcome)
        }
        if !isAdmitted { end(.unavailable("too many pending reloads; try again later")) }
    }

    /// Waits for reloads in progress, which must not be interrupted by the end of the process.
    func finishReloads() { reloads.finish() }

    private func replace(with reload: Daemon.Reload) -> Daemon.Reload {
        guard let ruleSet = reload.ruleSet else { return reload }
        let old = current.withLock(\.ruleSet)
        // Unchanged files result in equal rules: nothing is replaced.
        guard old.hash != ruleSet.hash || old.development != ruleSet.development else { return reload }
        // Before anything is replaced. All patterns and templates were compiled when the rules were read, so only memory can
        // be lacking.
        guard let evaluators = try? PerWorker(workers, make: { try Decider.evaluator(of: ruleSet) }),
            let pages = try? SitePages(ruleSet)
        else {
            return .refused(["not enough memory for the patterns of the rules"])
        }
        let facts = logs?.eventRing == nil ? nil : LoggedFacts(ruleSet)
        let server = current.withLock { current in
            current.ruleSet = ruleSet
            return current.server
        }
        if let server { distribute(evaluators, pages, of: ruleSet, facts, to: server) }
        metrics.settle()
        // The old rules are freed here, since freeing many of them takes longer than a click may wait.
        withExtendedLifetime(old) {}
        return reload
    }

    /// Sends the rules to all workers and waits until each has adopted them, or has ended.
    private func distribute(
        _ evaluators: PerWorker<CachingEvaluator>, _ pages: SitePages, of ruleSet: RuleSet, _ facts: LoggedFacts?,
        to server: Server
    ) {
        server.runInAll { [metrics, deciders] worker in
            deciders[worker].replace(with: evaluators[worker], pages)
            if let old = deciders[worker].recorder?.replace(with: ruleSet, facts) {
                metrics.retire(old, ofWorker: worker.index)
            }
        }
    }

    /// Records the result of a reload, also in the decision log.
    private func keep(_ outcome: Daemon.Reload) {
        let second = Int64(time(nil))
        let (record, previous) = current.withLock { current in
            let previous = current.record.hash
            switch outcome {
            case .loaded(let ruleSet, _, let warnings):
                current.record.succeed(ruleSet.hash, at: second, warnings: warnings)
            case .refused(let problems): current.record.fail(problems, at: second)
            case .unavailable(let problem, _, _): current.record.fail([problem], at: second)
            }
            return (current.record, previous)
        }
        let line = DecisionLineWriter.line(
            ofReload: record.result, ruleSet: record.hash, previous: previous, at: .now)
        logs?.eventRing?.append(line.span)
    }

    private func answer(_ ticket: AnswerTicket, _ outcome: Daemon.Reload) {
        server?.post(to: ticket.worker) {
            [record, bundle = bundles?.status, shadow, pending = settings.pending] worker in
            worker.answer(ticket) { response in
                switch outcome {
                case .loaded(let ruleSet, _, _):
                    AdminHandler.write(ruleSet, record, bundle, shadow, pending: pending, &response)
                case .refused, .unavailable: outcome.refusal?.write(to: &response)
                }
            }
        }
    }
}

extension Daemon.Reload {
    /// Why the rules stay as they were; `nil` if they were replaced.
    var refusal: APIError? {
        switch self {
        case .loaded: nil
        case .refused(let lines):
            APIError(.badRequest, "the rules have errors; keeping the old ones", details: lines)
        case .unavailable(let line, _, _):
            APIError(.serviceUnavailable, "there is no newer bundle; keeping the old rules", details: [line])
        }
    }

    /// The status of the response to a reload request.
    fileprivate var status: Status {
        switch self {
        case .loaded: .ok
        case .refused: .badRequest
        case .unavailable: .serviceUnavailable
        }
    }
}

extension SharedState {
    /// Responds to a request; callable from any thread. The response is written on the worker's thread.
    func answer(_ ticket: AnswerTicket, _ result: Result<APIAnswer, APIError>) {
        server?.post(to: ticket.worker) { worker in
            worker.answer(ticket) { response in
                switch result {
                case .success(let answer): answer.write(to: &response)
                case .failure(let error): error.write(to: &response)
                }
            }
        }
    }

    /// Responds to a page request; callable from any thread.
    func answer(_ ticket: AnswerTicket, _ page: AdminPageAnswer) {
        server?.post(to: ticket.worker) { worker in worker.answer(ticket) { page.write(to: &$0) } }
    }

    /// Requests a lease on a link's clicks from the source, and then handles the click again.
    private func request(_ link: UnleasedLink, from source: SourceNode, for ticket: AnswerTicket) {
        source.lease(link.id, maximum: link.maximum) { [weak self] in
            self?.server?.post(to: ticket.worker) { worker in worker.handleAgain(ticket) }
        }
    }

    /// Handles a request again once this node has received the source's current state.
    private func look(at source: SourceNode, for ticket: AnswerTicket) {
        source.lookForMissing { [weak self] in
            self?.server?.post(to: ticket.worker) { [deciders = self?.deciders] worker in
                deciders?[worker].whileLooked { worker.handleAgain(ticket) }
            }
        }
    }

    /// Handles a request again once this node has the given versions, or responds that it does not have them yet.
    func await(_ versions: [LinkVersion], for ticket: AnswerTicket) {
        source?.wait(for: versions, patience: .seconds(5)) { [weak self] hasThem in
            self?.server?.post(to: ticket.worker) { worker in
                if hasThem { return worker.handleAgain(ticket) }
                worker.answer(ticket) { response in
                    APIError(
                        .serviceUnavailable, "this node does not have that version yet; try again", retryAfter: 1
                    ).write(to: &response)
                }
            }
        }
    }
}
