public import Pages
public import Server
import HTTP
import Libevent
public import LinkStore

/// What a ``Daemon`` is started with, in the words of its settings.
public struct DaemonConfiguration: Sendable {
    /// A listener of the public side.
    public struct Front: Sendable {
        public var address: String
        /// Whether connections begin with a header of the PROXY protocol, by a trusted peer.
        public var takesProxyHeader: Bool
        /// What it shows to clients that speak TLS; nil where they don't.
        public var identity: TLSIdentity?

        public init(_ address: String, takesProxyHeader: Bool = false, identity: TLSIdentity? = nil) {
            self.address = address
            self.takesProxyHeader = takesProxyHeader
            self.identity = identity
        }
    }

    /// The addresses of the three sides: `127.0.0.1:8080`, `[::1]:8080` or `unix:/path`; port 0 picks a free one.
    public var front: [Front]
    /// Listeners that send clients to the front in https.
    public var redirects: [Front] = []
    /// The folder of the answers to an ACME server's challenges (RFC 8555, section 8.3); nil for none.
    public var challengeFolder: String?
    public var edge: String
    public var admin: String
    /// How many threads serve.
    public var workers: Int
    /// How large the head of a request may be, in bytes, and how many fields it may have.
    public var headBytes = 16_384
    public var fields = 100
    public var limits = ConnectionLimits()
    public var trusted = TrustedPeers()
    /// The names that edge and admin are asked by beside this machine's and their own addresses, in lower case.
    public var allowedHosts: [String] = []
    /// The field in which a trusted peer names the clicker's country; any case.
    public var countryHeader: String?
    public var tokens = CurrentTokens()
    /// What addresses of pages are made with; several daemons behind one proxy need the same secret.
    public var pageTokens = PageTokens()
    /// How long requests under way may take after SIGTERM.
    public var drainDeadline = Duration.seconds(30)

    /// Short links; nil where there is no store of them.
    public var store: LinkStore?

    public var logs = LogSettings()
    /// For how many seconds browsers are to come by https alone; nil where the front says nothing of it.
    public var transportSecuritySeconds: Int?
    /// The program's version, as the metrics tell it.
    public var version = ""
    /// Takes what is to be said to people while the daemon serves; called on any thread.
    public var say: @Sendable (String) -> Void = { _ in }
    /// Listening sockets that the process was started with.
    public var inherited: [InheritedSocket] = []
    public var serviceManager = ServiceManager()
    /// How the program is started again when it is to hand its sockets over; nil when it can't.
    public var successor: SuccessorCommand?

    /// The edge and the admin side take bodies up to this size; the front takes none.
    private static let bodyBytes = 1 << 20

    public init(front: [Front], edge: String, admin: String, workers: Int) {
        self.front = front
        self.edge = edge
        self.admin = admin
        self.workers = workers
    }

    func serverSettings() throws(AddressFault) -> ServerSettings {
        var clicks = RequestLimits()
        clicks.headBytes = headBytes
        clicks.fields = fields
        var questions = clicks
        questions.bodyBytes = Self.bodyBytes
        let edge = ListenerSettings(.edge, try Self.addresses([edge]), requests: questions)
        let admin = ListenerSettings(.admin, try Self.addresses([admin]), requests: questions)
        let listeners =
            try Self.listeners(.front, front, clicks) + Self.listeners(.redirect, redirects, clicks) + [edge, admin]
        var settings = ServerSettings(listeners: listeners, workers: workers)
        settings.limits = limits
        settings.trusts = { [trusted] in trusted.contains($0) }
        settings.transportSecuritySeconds = transportSecuritySeconds
        // A trusted proxy stands for many people.
        settings.limits.isExempt = { [trusted] in trusted.contains($0) }
        return settings
    }

    /// The listeners of a kind; those that differ in nothing but the address are one.
    private static func listeners(
        _ kind: ListenerKind, _ fronts: [Front], _ requests: RequestLimits
    ) throws(AddressFault) -> [ListenerSettings] {
        var plain = ListenerSettings(kind, [], requests: requests)
        var proxied = plain
        proxied.takesProxyHeader = true
        var secure: [ListenerSettings] = []
        for front in fronts {
            let addresses = try Self.addresses([front.address])
            if let identity = front.identity {
                var listener = ListenerSettings(kind, addresses, requests: requests, identity: identity)
                listener.takesProxyHeader = front.takesProxyHeader
                secure.append(listener)
            } else if front.takesProxyHeader {
                proxied.addresses += addresses
            } else {
                plain.addresses += addresses
            }
        }
        return ([plain, proxied] + secure).filter { !$0.addresses.isEmpty }
    }

    private static func addresses(_ texts: [String]) throws(AddressFault) -> [SocketAddress] {
        var addresses: [SocketAddress] = []
        for text in texts {
            guard let address = SocketAddress(text) else { throw AddressFault(text: text) }
            addresses.append(address)
        }
        return addresses
    }
}

/// A text that is no address to listen on.
public struct AddressFault: Error, CustomStringConvertible {
    public var text: String

    public var description: String { "\(text): give an IP address and a port, or unix:/path" }
}
