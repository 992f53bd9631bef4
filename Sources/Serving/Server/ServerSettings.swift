public import ByteText
public import HTTP
public import Libevent

/// What a listener is for. Each kind has a handler of its own in every worker.
public enum ListenerKind: Int, Sendable, Hashable, CaseIterable {
    /// The public side: clicks.
    case front
    /// The public side without TLS, beside one with it: answers with the same address in https.
    case redirect
    /// Questions of proxies and services.
    case edge
    /// Operators.
    case admin
    /// Apps that make links, from anywhere.
    case api

    /// Its name in settings, logs and metrics.
    public var name: StaticString {
        switch self {
        case .front: "front"
        case .redirect: "redirect"
        case .edge: "edge"
        case .admin: "admin"
        case .api: "api"
        }
    }

    /// Whether anyone may send requests to it, so that a connection has a budget of costly answers.
    var isPublic: Bool { self == .front || self == .redirect }

    /// Whether its requests may be answered 503 under overload. Operators are needed most then.
    var isShed: Bool { self != .admin }
}

/// The addresses of one kind of listener and how large its requests may be.
public struct ListenerSettings: Sendable {
    /// Which handler serves it and which limits hold.
    public var kind: ListenerKind
    /// Where it listens: TCP addresses or paths of Unix sockets. Every worker listens on each.
    public var addresses: [SocketAddress]
    /// How large its requests may be.
    public var requests: RequestLimits
    /// What it shows to clients that speak TLS; nil where they don't.
    public var identity: TLSIdentity?
    /// Whether connections begin with a ``ProxyHeader``. Peers that are not trusted to send one are turned away.
    public var expectsProxyHeader = false
    /// Whether trusted peers may speak HTTP/2 without TLS, by prior knowledge (RFC 9113, section 3.3).
    public var acceptsHTTP2WithoutTLS = false
    /// Whether peers are asked for who they are, which those of Unix sockets can't lie about.
    public var identifiesPeers = false

    /// A listener without the PROXY protocol; without `identity`, without TLS.
    public init(
        _ kind: ListenerKind, _ addresses: [SocketAddress], requests: RequestLimits = RequestLimits(),
        identity: TLSIdentity? = nil
    ) {
        self.kind = kind
        self.addresses = addresses
        self.requests = requests
        self.identity = identity
    }

    /// The name that a descriptor of its sockets has, when it is passed from process to process.
    var name: String { expectsProxyHeader ? "\(kind.name)-proxy" : kind.name.description }
}

/// How many connections there may be, and how long one may take for what.
public struct ConnectionLimits: Sendable {
    /// Connections of all workers together. Beyond it idle ones are closed, and new ones are answered 503.
    public var connections = 10_000
    /// Connections of one IPv4 address or one IPv6 /64 network. Unix sockets and exempt peers are not counted.
    public var perAddress = 256
    /// Peers that ``perAddress`` does not hold for, such as a trusted proxy with many clients behind it.
    public var isExempt: @Sendable (IPAddress) -> Bool = { _ in false }
    /// From the first byte of a request, or from the start of the connection, to the end of the head (408).
    public var headerTimeout = Duration.seconds(10)
    /// How long a body may take, plus a second per 16 KiB that may come (408).
    public var bodyTimeout = Duration.seconds(20)
    /// How long a connection may wait for its next request.
    public var idleTimeout = Duration.seconds(75)
    /// How long the peer may take to read a response, plus a second per 16 KiB.
    public var writeTimeout = Duration.seconds(20)
    /// How long a deferred answer may take (503).
    public var answerTimeout = Duration.seconds(60)
    /// How long bytes are read and dropped after a refusal, so that the peer sees the answer before the reset.
    public var lingerTimeout = Duration.seconds(2)
    /// How long a round of a worker's loop may take. When rounds stay longer, what does not fit is answered 503.
    public var roundLimit = Duration.milliseconds(80)

    /// The defaults, which suit a machine that serves the internet without a proxy.
    public init() {}

    /// How often deadlines are looked at: a quarter of the shortest of them, at most a second.
    var tick: Duration {
        let shortest = min(headerTimeout, bodyTimeout, idleTimeout, writeTimeout, answerTimeout, lingerTimeout)
        return max(.milliseconds(20), min(.seconds(1), shortest / 4))
    }
}

/// The times of ``ConnectionLimits`` in milliseconds, worked out once: a `Duration` is costly to convert for every request.
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

    /// The time that so many bytes may take at the slowest rate that is allowed.
    static func transfer(of bytes: Int) -> Int64 { Int64(bytes >> 14) * 1000 }
}

/// Everything a ``Server`` is started with.
public struct ServerSettings: Sendable {
    /// The listeners; several may be of one kind.
    public var listeners: [ListenerSettings]
    /// How many threads, each with its own loop.
    public var workers: Int
    /// Limits of connections, over all workers together.
    public var limits = ConnectionLimits()
    /// Whose `X-Request-Id` is adopted.
    public var trusts: @Sendable (Peer) -> Bool = { _ in false }
    /// How many seconds browsers are to come by https alone (RFC 6797), for the front; nil where it says nothing of it.
    public var transportSecuritySeconds: Int?

    /// Default limits, no trusted peers. There must be at least one worker.
    public init(listeners: [ListenerSettings], workers: Int = 1) {
        precondition(workers > 0)
        self.listeners = listeners
        self.workers = workers
    }

    /// What the sockets of a listener are called when they are passed on: its name, with a number from the second of it on.
    func name(ofListener index: Int) -> String {
        let name = listeners[index].name
        let before = listeners[..<index].count { $0.name == name }
        return before == 0 ? name : "\(name)-\(before + 1)"
    }
}
