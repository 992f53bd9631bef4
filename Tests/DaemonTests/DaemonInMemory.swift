import RuleDelivery
import NodeLinks
import ByteText
import Configuration
import Expressions
import Foundation
import HTTP
import Libevent
import LinkSource
import LinkStore
import Locations
import LogFormats
import Routing
import RuleLint
import Rules
import Settings
import TestSupport
import Testing
import Threads

@testable import AdminPages
@testable import Clicks
@testable import Events
@testable import Telemetry
@testable import Access
@testable import AdminAPI
@testable import Daemon
@testable import Pages
@testable import Server

/// A daemon without sockets and event loop: front, edge and admin as in a real daemon, with the rules and the store of
/// a test. Requests and responses pass through the reader and the writer of real connections.
///
/// Confined to the thread that creates it, as the handlers of a worker are.
final class DaemonInMemory {
    let decider: Decider
    /// The client of the requests.
    var peer: Peer
    private let folder: ScratchFolder
    private let ownStore: LinkStore?
    private let state: DaemonState
    private let worker: Worker
    /// The tokens for admin, replaced as by a reload.
    let tokens: CurrentTokens
    private let clock: Clock
    private let later: Later
    private var handlers: [ListenerKind: any RequestHandler] = [:]
    private var limits: [ListenerKind: RequestLimits] = [:]
    private var requestCount: UInt64 = 0

    private final class Clock {
        var now = Int64(Date().timeIntervalSince1970)
        var isDraining = false
    }

    /// A line of the tokens file, with the secret itself instead of its digest.
    typealias Token = (name: String, secret: String, options: [String])

    /// - Parameters:
    ///   - isStoring: Whether it has a store of short links.
    ///   - tokens: The tokens for admin.
    ///   - peers: The trusted proxies.
    ///   - pageTokens: The keys that seal the addresses of pages.
    ///   - adminPages: The HTML pages of admin.
    ///   - provider: The responses of the identity provider.
    ///   - configure: Changes the settings.
    init(
        _ ruleSet: RuleSet, isStoring: Bool = false, tokens: [Token] = [], trusting peers: [String] = [],
        pageTokens: PageTokens = PageTokens(), adminPages: (any AdminPages)? = nil,
        provider: ProviderInMemory? = nil,
        _ configure: (inout DaemonSettings) throws -> Void = { _ in }
    ) throws {
        folder = try ScratchFolder()
        ownStore = isStoring ? try LinkStore(directory: folder.path) : nil
        var (settings, resources) = (DaemonSettings.onFreePorts, DaemonResources())
        settings.trustedPeers = peers
        (resources.links.store, resources.pageTokens) = (ownStore, pageTokens)
        resources.report = { Issue.record("a line: \($0)") }
        let lines = tokens.map { TokenList.line(name: $0.name, secret: $0.secret, options: $0.options) }
        resources.tokens = CurrentTokens(try TokenList(parsing: lines.joined()))
        try configure(&settings)

        resources.locations = CurrentLocations(settings.geoFiles.isEmpty ? nil : try Locations(settings.geoFiles))
        var ofOneWorker = settings
        ofOneWorker.workers = 1
        let checked = try CheckedSettings(ofOneWorker, report: resources.report)
        let serverSettings = ServerSettings(settings, trusted: checked.trusted, resources.certificates, workers: 1)
        let services = try DaemonServices(checked, resources.links)
        let state = try DaemonState(ruleSet, CurrentSettings(ResolvedSettings(settings)), services, resources) {
            .refused([])
        }
        state.records.logs?.start()
        state.records.events?.start()
        let worker = try Worker(
            index: 0, settings: serverSettings, ledger: ConnectionLedger(limits: serverSettings.limits),
            mailbox: Mailbox())
        let (clock, later) = (Clock(), Later(state.ruleSetStatus))
        (self.state, self.worker, self.clock, self.later) = (state, worker, clock, later)
        decider = state.deciders.decider(of: worker)
        let bound = try #require(SocketAddress("127.0.0.1:8080"))
        peer = Peer(bound)
        self.tokens = resources.tokens
        let provider = checked.openID.map { client in
            ProviderClient(client, report: { _ in }, send: { provider?.answer($0) ?? $0.send() })
        }
        let making = DaemonHandlers(
            checked, resources, state.records, later, pages: adminPages, provider: CurrentProvider(provider))
        for kind in ListenerKind.allCases {
            handlers[kind] = making.make(
                kind, decider, boundTo: [bound], clock: { clock.now }, isDraining: { clock.isDraining },
                identifier: { worker.requestIdentifier })
        }
        for listener in serverSettings.listeners { limits[listener.kind] = listener.requests }
    }

    /// Uses the shipped rules and a site, by default that of the parity cases.
    convenience init(
        site: String = ParityCase.site, isStoring: Bool = false, tokens: [Token] = [], trusting peers: [String] = [],
        _ configure: (inout DaemonSettings) throws -> Void = { _ in }
    ) throws {
        try self.init(SiteRules.ruleSet(of: site), isStoring: isStoring, tokens: tokens, trusting: peers, configure)
    }

    /// Uses sites without rules, given by name and link domains. All allow https://www.example.com as a target.
    convenience init(sites: [(name: String, hosts: [String])], tokens: [Token]) throws {
        let definitions = sites.map { name, hosts in
            var site = SiteDefinition(name: name)
            (site.hosts, site.authorizedDomains) = (hosts, ["www.example.com"])
            return site
        }
        let ruleSet = RuleSet(sites: definitions, rules: [], patterns: PatternList(), hash: "sha256:1")
        try self.init(ruleSet, isStoring: true, tokens: tokens)
    }

    /// Objects to keep until the daemon has ended, such as a folder that its threads write to.
    var keeps: [AnyObject] = []

    deinit {
        worker.atEnd()
        state.records.events?.finish()
    }

    /// The store of short links.
    var store: LinkStore {
        get throws { try #require(ownStore, "it was made without a store") }
    }

    /// The wall clock, in seconds since the epoch. It changes only when set.
    var now: Int64 {
        get { clock.now }
        set { clock.now = newValue }
    }

    /// Whether the daemon is draining.
    var isDraining: Bool {
        get { clock.isDraining }
        set { clock.isDraining = newValue }
    }

    /// Writes counts and logs, as at the end of a daemon. Later clicks are not counted.
    func finish() {
        worker.atEnd()
        ownStore?.settle()
        state.records.events?.finish()
        state.records.logs?.finish()
    }

    /// Evaluates candidate rules on a share of the clicks. Without a loop, the test decides when waiting ones are
    /// evaluated.
    func tries(_ candidate: RuleSet, share: Double = 1, seed: UInt64 = 1) throws -> ShadowEvaluator {
        let live = decider.evaluator.ruleSet
        let shadow = try ShadowEvaluator(ShadowPair(live: live, candidate: candidate), share: share, seed: seed)
        let ring = state.records.logs?.decisionRing(of: 0)
        shadow.attach(to: worker, ring.map { DecisionLog($0, LoggedFacts(live, candidate)) })
        decider.use(shadow)
        return shadow
    }

    /// The front handler, for inspecting what requests can't.
    var front: FrontHandler {
        get throws { try #require(handlers[.front] as? FrontHandler) }
    }

    // MARK: - Requests

    /// Sends the bytes of one request, followed by the end of the connection.
    func send(_ text: String, to kind: ListenerKind) throws -> HTTPAnswer {
        let exchange = MemoryExchange(limits: limits[kind] ?? RequestLimits(), now: now)
        let answer = try exchange.answer(Array(text.utf8)) { reader, writer in try handle(reader, &writer, kind) }
        let whole = try #require(answer, "not one whole request")
        return try HTTPAnswer(parsing: whole.bytes, toHead: whole.isHead)
    }

    private func handle(
        _ reader: borrowing RequestReader, _ writer: inout ResponseWriter, _ kind: ListenerKind
    ) throws {
        requestCount += 1
        worker.currentListener = kind
        worker.identifiers.make(requestCount)
        let context = RequestContext(peer: peer, listener: kind, number: requestCount)
        let handler = try #require(handlers[kind])
        writer.beginExchange(reader.exchange)
        handler.prepare(reader.request, &writer)
        handler.handle(reader.request, context, &writer)
        if writer.endExchange() {
            writer.beginExchange(reader.exchange)
            handler.prepare(reader.request, &writer)
            switch try later.wait() {
            case .repetition(let within): within { handler.handle(reader.request, context, &writer) }
            case .page(let page): page.write(to: &writer)
            case .operation(.success(let answer)): answer.write(to: &writer)
            case .operation(.failure(let error)): error.write(to: &writer)
            }
            if writer.endExchange() { Issue.record("the answer is deferred again") }
        }
        guard let status = writer.status else { return }
        let answer = AnsweredRequest(
            peer: peer, listener: kind, id: worker.identifiers.current, trace: worker.currentTrace,
            clock: worker.wallClock, status: status, bodyBytes: writer.bodyCount, nanoseconds: 0)
        worker.requestLog?.record(reader.request, answer)
    }

    /// Sends a click.
    func click(
        _ target: String, method: String = "GET", host: String = "example.page.link", fields: [String: String] = [:]
    ) throws -> HTTPAnswer {
        try send(HTTPRequest.text(target, method: method, host: host, fields: fields), to: .front)
    }

    /// Sends a click on a full URL.
    func click(link: String, fields: [String: String] = [:]) throws -> HTTPAnswer {
        let (host, target) = HTTPRequest.place(of: link)
        return try click(target, host: host, fields: fields)
    }

    /// Sends a request to the decision API.
    func decide(_ json: String) throws -> HTTPAnswer { try ask(.edge, "/v1/decide", method: "POST", json) }

    /// Sends a request to edge or admin.
    func ask(
        _ kind: ListenerKind, _ target: String, method: String = "GET", host: String = "localhost", _ body: String = "",
        fields: [String: String] = [:]
    ) throws -> HTTPAnswer {
        try send(HTTPRequest.text(target, method: method, host: host, fields: fields, body: body), to: kind)
    }

    /// Sends a request to admin with a token.
    func ask(
        _ method: String, _ target: String, _ body: String = "", token: String?, fields: [String: String] = [:]
    ) throws -> HTTPAnswer {
        var fields = fields
        if let token { fields["Authorization"] = "Bearer \(token)" }
        return try ask(.admin, target, method: method, body, fields: fields)
    }
}

/// The results of threads that may block: those of the store and of queries.
private final class Later: DeferredWork {
    enum Answer: Sendable {
        case operation(Result<APIAnswer, APIError>)
        case page(AdminPageAnswer)
        case repetition(@Sendable (() -> Void) -> Void)
    }

    private let result = Locked<Answer?>(nil)
    private let signal = DispatchSemaphore(value: 0)

    let rules: RuleSetStatus

    init(_ rules: RuleSetStatus) { self.rules = rules }

    func reload(answering ticket: AnswerTicket, audited: AuditedRequest?) { give(.operation(.success(.done))) }
    func writeMetrics(answering ticket: AnswerTicket) { give(.operation(.success(.done))) }
    func await(_ versions: [LinkVersion], for ticket: AnswerTicket) {}
    func handleAgain(_ ticket: AnswerTicket, within body: @escaping @Sendable (() -> Void) -> Void) {
        give(.repetition(body))
    }
    func answer(_ ticket: AnswerTicket, _ result: Result<APIAnswer, APIError>) { give(.operation(result)) }
    func answer(_ ticket: AnswerTicket, _ page: AdminPageAnswer) { give(.page(page)) }
    func post(to worker: Int, _ message: @escaping WorkerMessage) {}

    private func give(_ answer: Answer) {
        result.withLock { $0 = answer }
        signal.signal()
    }

    func wait() throws -> Answer {
        #expect(signal.wait(timeout: .now() + 60) == .success)
        return try #require(result.withLock { $0 })
    }
}

extension APIAnswer {
    /// The response to operations on the whole daemon, such as loading rules or gathering metrics.
    fileprivate static let done = APIAnswer { $0.string("done") }
}

/// Compiled rule sets by the text of the site.
enum SiteRules {
    private static let compiled = Locked<[String: RuleSet]>([:])

    /// The shipped rules with a site.
    static func ruleSet(of site: String) throws -> RuleSet {
        if let ruleSet = compiled.withLock({ $0[site] }) { return ruleSet }
        let loaded = try load(site)
        try #require(loaded.diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
        let ruleSet = RuleSet(loaded)
        compiled.withLock { $0[site] = ruleSet }
        return ruleSet
    }

    /// Whether `check` finds no errors in a site.
    static func isFaultless(_ site: String) throws -> Bool {
        let loaded = try load(site)
        return !(loaded.diagnostics + RuleLint.findings(in: loaded, development: false))
            .contains { $0.severity == .error }
    }

    private static func load(_ site: String) throws -> LoadedRules {
        let folder = try RulesFolder(site: site)
        // The folder is deleted with its object.
        return try withExtendedLifetime(folder) { try RuleDirectory.load(path: folder.path) }
    }
}

extension HTTPAnswer {
    /// The body as JSON; `nil` if it is not JSON.
    var json: JSONValue? { try? JSONValue(parsing: body) }
}

extension LinkStore {
    /// Creates links. Their targets contain the length of their names.
    func make(_ links: [String], note: String = "") throws {
        let records = links.enumerated().map { index, text in
            var record = LinkRecord(
                key: LinkKey(text)!, longLink: "https://www.example.com/\(text.utf8.count)", created: Int64(index / 3))
            record.note = note
            return record
        }
        try apply(.all(records.map { .create(LinkCreation($0)) }))
    }
}
