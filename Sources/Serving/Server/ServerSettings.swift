public import ByteText
public import HTTP
public import Libevent
public import OpenSSL
import Threads

/// The purpose of a listener. Each worker has one handler per kind.
public enum ListenerKind: Int, Sendable, Hashable, CaseIterable {
    /// The public side: clicks.
    case front
    /// The public side without TLS, if there is one with TLS: redirects to the same URL with https.
    case redirect
    /// Requests of proxies and services.
    case edge
    /// Operators.
    case admin
    /// Apps that create links, from anywhere.
    case api

    /// The name in settings, logs and metrics.
    public var name: StaticString {
        switch self {
        case .front: "front"
        case .redirect: "redirect"
        case .edge: "edge"
        case .admin: "admin"
        case .api: "api"
        }
    }

    /// Whether arbitrary clients may connect, so that connections have an ``AnswerBudget``.
    var isPublic: Bool { self == .front || self == .redirect }

    /// Whether requests may be answered 503 under overload. Operators need access then most of all.
    var isShed: Bool { self != .admin }
}

/// The addresses of a listener, and its request limits.
public struct ListenerSettings: Sendable {
    /// Determines the handler.
    public var kind: ListenerKind
    /// TCP addresses or paths of Unix sockets. Every worker listens on each.
    public var addresses: [SocketAddress]
    /// The size limits of requests.
    public var requests: RequestLimits
    /// The TLS identity, or `nil` for a listener without TLS.
    public var identity: TLSIdentity?
    /// Whether connections begin with a ``ProxyHeader``. Peers that are not trusted to send one are rejected.
    public var expectsProxyHeader = false
    /// Whether trusted peers may use HTTP/2 without TLS, by prior knowledge (RFC 9113, section 3.3).
    public var acceptsHTTP2WithoutTLS = false
    /// Whether the peer's credentials are requested. Those of Unix sockets can't be forged.
    public var identifiesPeers = false

    /// A listener without the PROXY protocol, and without TLS if `identity` is `nil`.
    public init(
        _ kind: ListenerKind, _ addresses: [SocketAddress], requests: RequestLimits = RequestLimits(),
        identity: TLSIdentity? = nil
    ) {
        self.kind = kind
        self.addresses = addresses
        self.requests = requests
        self.identity = identity
    }

    /// The name of its sockets' descriptors when passed to another process.
    var name: String { expectsProxyHeader ? "\(kind.name)-proxy" : kind.name.description }
}

/// Limits on the number of connections, and timeouts.
public struct ConnectionLimits: Sendable {
    /// The maximum number of connections of all workers. At the limit, idle ones are closed and new ones are answered
    /// 503.
    public var connections = 10_000
    /// The maximum per IPv4 address or IPv6 /64 network. Does not apply to Unix sockets and exempt peers.
    public var perAddress = 256
    /// Peers exempt from ``perAddress``, such as a trusted proxy with many clients behind it.
    public var isExempt: @Sendable (IPAddress) -> Bool = { _ in false }
    /// From the first byte of a request, or from the start of the connection, to the end of the head (408).
    public var headerTimeout = Duration.seconds(10)
    /// The time for a request body, plus a second per 16 KiB of the maximum body size (408).
    public var bodyTimeout = Duration.seconds(20)
    /// How long a connection may wait for its next request.
    public var idleTimeout = Duration.seconds(75)
    /// The time for the peer to read a response, plus a second per 16 KiB.
    public var writeTimeout = Duration.seconds(20)
    /// The time for a deferred response (503).
    public var answerTimeout = Duration.seconds(60)
    /// How long input is read and discarded after a refusal, so that the peer sees the response before a reset.
    public var lingerTimeout = Duration.seconds(2)
    /// The maximum duration of a round of a worker's loop. If rounds stay longer, excess requests are answered 503.
    public var roundLimit = Duration.milliseconds(80)

    /// The defaults, which suit a machine that serves the internet without a proxy.
    public init() {}

    /// The interval at which deadlines are checked: a quarter of the shortest timeout, at most a second.
    var tick: Duration {
        let shortest = min(headerTimeout, bodyTimeout, idleTimeout, writeTimeout, answerTimeout, lingerTimeout)
        return max(.milliseconds(20), min(.seconds(1), shortest / 4))
    }
}

/// The timeouts of ``ConnectionLimits`` in milliseconds, computed once: converting a `Duration` per request is
/// expensive.
struct Timeouts {
    let header: Int64
    let body: Int64
    let idle: Int64
    let write: Int64
    let answer: Int64
    let linger: Int64

    init(_ limits: ConnectionLimits) {
        header = limits.headerTimeout.milliseconds
        body = limits.bodyTimeout.milliseconds
        idle = limits.idleTimeout.milliseconds
        write = limits.writeTimeout.milliseconds
        answer = limits.answerTimeout.milliseconds
        linger = limits.lingerTimeout.milliseconds
    }

    /// The time allowed to transfer this many bytes, at the lowest permitted rate.
    static func transfer(of bytes: Int) -> Int64 { Int64(bytes >> 14) * 1000 }
}

/// The settings of a ``Server``.
public struct ServerSettings: Sendable {
    /// The listeners; several may be of the same kind.
    public var listeners: [ListenerSettings]
    /// The number of threads, each with its own loop.
    public var workers: Int
    /// Connection limits, over all workers.
    public var limits = ConnectionLimits()
    /// The peers whose `X-Request-Id` is adopted.
    public var trusts: @Sendable (Peer) -> Bool = { _ in false }
    /// The max-age of `Strict-Transport-Security` on the front, in seconds (RFC 6797), or `nil` to omit the field.
    public var transportSecuritySeconds: Int?

    /// Default limits, no trusted peers. There must be at least one worker.
    public init(listeners: [ListenerSettings], workers: Int = 1) {
        precondition(workers > 0)
        self.listeners = listeners
        self.workers = workers
    }

    /// The name of a listener's sockets when passed on. From the second listener of that name on, a number is appended.
    func name(ofListener index: Int) -> String {
        let name = listeners[index].name
        let before = listeners[..<index].count { $0.name == name }
        return before == 0 ? name : "\(name)-\(before + 1)"
    }
}

/// The TLS context of a listener, replaceable while serving. Open connections keep the context they began with.
public final class TLSIdentity: Sendable {
    private let current: Locked<TLSContext>

    /// An identity with this context until it is replaced.
    public init(_ context: TLSContext) { current = Locked(context) }

    /// The certificate that expires first: its first DNS name, and its expiry in seconds since the epoch.
    public var firstToEnd: (name: String, end: Int64) { context.firstToEnd }

    /// The context for new connections. Takes a lock briefly, once per connection.
    var context: TLSContext { current.withLock(\.self) }

    /// Replaces the context for new connections. May be called from any thread.
    public func replace(with context: TLSContext) { current.withLock { $0 = context } }
}
