import Telemetry
import ByteText
import HTTP
import Pages
public import Routing
public import Server
import Settings

/// The front of a daemon without sockets: returns its responses before anything is served.
///
/// Requests pass through the reader, handler and writer of a running daemon, as bytes. Nothing is counted or logged. It
/// belongs to the thread that creates it.
public final class FrontInMemory {
    /// The peer of the requests.
    public var peer: Peer
    /// The wall clock, in seconds since the epoch. It does not advance.
    public var now: Int64 {
        get { clock.now }
        set { clock.now = newValue }
    }

    private final class Clock {
        var now: Int64 = 0
    }

    private let clock: Clock
    private let decider: Decider
    private let handler: FrontHandler
    /// The fields of every request.
    private let sharedFields: [String: String]

    /// Creates the front of a rule set.
    ///
    /// - Parameters:
    ///   - shortLinks: The short links in addition to those in the rules, or `nil` for none.
    ///   - circumstances: The common properties of all clients.
    ///   - now: The wall clock, in seconds since the epoch.
    public init(
        _ ruleSet: RuleSet, shortLinks: (any ShortLinks)? = nil,
        circumstances: ClientCircumstances = ClientCircumstances(),
        now: Int64
    ) throws {
        let clock = Clock()
        clock.now = now
        decider = try Decider(ruleSet, SitePages(ruleSet))
        decider.evaluator.shortLinks = shortLinks
        decider.use(circumstances.locations)
        var settings = DaemonSettings()
        settings.countryHeader = circumstances.countryField
        // The front defers no work to other threads.
        handler = FrontHandler(
            decider, HandlerSettings(settings, trusted: circumstances.trusted),
            installs: InstallClaims(store: nil, answer: { _, _ in }, events: nil, identifier: { [] }),
            passwords: PasswordChecks(again: { _, _ in }), clock: { clock.now })
        self.clock = clock
        peer = circumstances.peer
        sharedFields = circumstances.sentFields
    }

    /// Whether a host has links, files or pages of a site.
    public func knows(host: String) -> Bool {
        let ruleSet = decider.evaluator.ruleSet
        let name = host.lowercased()
        return ruleSet.knows(host: Array(name.utf8).span) || ruleSet.sites.contains { $0.pageHost == name }
    }

    /// Whether a host is for links or pages. The host of a web widget is not, since the rest of it is served by the site's
    /// own server.
    public func hasLinks(on host: String) -> Bool {
        let name = host.lowercased()
        return decider.evaluator.ruleSet.sites.contains { $0.visitedHosts.contains(name) }
    }

    /// The response to a request over TLS; `nil` unless the request is exactly one valid HTTP request, for example because of
    /// a line break in its target.
    public func answer(_ request: FrontRequest) -> FrontAnswer? {
        let exchange = MemoryExchange(now: now)
        let answer = exchange.answer(request.bytes(beside: sharedFields)) { reader, writer in
            writer.beginExchange(reader.exchange)
            handler.handle(reader.request, RequestContext(peer: peer, listener: .front, isSecure: true), &writer)
            _ = writer.endExchange()
        }
        return answer.flatMap { FrontAnswer(parsing: $0.bytes) }
    }

    /// The decision behind the response to a request; `nil` if no link is decided.
    public func decision(_ request: FrontRequest) -> FrontDecision? {
        var decision: FrontDecision?
        _ = MemoryExchange(now: now).answer(request.bytes(beside: sharedFields)) { reader, writer in
            decision = decide(reader.request)
            writer.beginExchange(reader.exchange)
            writer.respond(.ok)
            _ = writer.endExchange()
        }
        return decision
    }

    private func decide(_ request: borrowing Request) -> FrontDecision? {
        decider.now = now
        let (forwarding, host, isKnown) = handler.intake.begin(request, peer)
        guard isKnown, !ReservedPath.contains(request.path) else { return nil }
        _ = handler.intake.fill(host: host, port: request.port, isSecure: true, request, peer, forwarding)
        handler.readMark()
        let outcome = decider.decideHypothetically()
        let decision = outcome.decision
        let ruleSet = decider.evaluator.ruleSet
        let rule = decision.rule.map { ruleSet.rules[$0] }
        return FrontDecision(
            kind: decision.kind, rule: rule?.id, reason: rule?.because ?? ruleSet.message(of: decision) ?? "",
            page: decision.page)
    }
}

/// A request to the front.
public struct FrontRequest: Sendable, Hashable {
    /// The method.
    public var method = "GET"
    /// The host, with a port unless it is the scheme's default.
    public var host: String
    /// Path and query.
    public var target: String
    /// The other header fields, by name.
    public var fields: [String: String]

    /// A GET request.
    public init(host: String, target: String, fields: [String: String] = [:]) {
        (self.host, self.target, self.fields) = (host, target, fields)
    }

    /// - Parameter shared: The common fields, which the request's own fields override.
    fileprivate func bytes(beside shared: [String: String]) -> [UInt8] {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n"
        for (name, value) in shared.merging(fields, uniquingKeysWith: { $1 }).sorted(by: { $0.key < $1.key }) {
            text += "\(name): \(value)\r\n"
        }
        return Array((text + "\r\n").utf8)
    }
}

/// A response of the front.
public struct FrontAnswer: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// The header fields by lower-case name; of repeated ones the last.
    public var fields: [String: String]
    /// The body.
    public var body: String

    /// Creates an expected response.
    public init(status: Int, fields: [String: String] = [:], body: String = "") {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    /// Parses the writer's output: the head, an empty line, the body.
    fileprivate init?(parsing bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].split(separator: "\r\n" as Character)
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        self.status = status
        fields = [:]
        for line in lines.dropFirst() {
            let name = line.prefix { $0 != ":" }
            fields[name.lowercased()] = String(line.dropFirst(name.count + 2))
        }
        body = String(text[end.upperBound...])
    }
}

/// The decision behind a response of the front.
public struct FrontDecision: Sendable, Hashable {
    /// The kind of response.
    public var kind: DecisionKind
    /// The deciding rule; `nil` for a link that is refused before any rule.
    public var rule: String?
    /// The reason, as a readable sentence.
    public var reason: String
    /// The page shown instead of a redirect.
    public var page: Page?
}
