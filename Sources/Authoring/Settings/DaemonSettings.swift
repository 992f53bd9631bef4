/// The daemon's settings, from the file `fingerpost.yaml`, the environment and the command line.
public struct DaemonSettings: Sendable, Equatable {
    /// Listeners of the public front.
    public var front = [FrontListener(.tcp(host: "127.0.0.1", port: 8080))]
    /// The listener of the decision API and the edge endpoints.
    public var edge: ListenAddress = .tcp(host: "127.0.0.1", port: 8081)
    /// The listener for metrics, reload and short links.
    public var admin: ListenAddress = .tcp(host: "127.0.0.1", port: 8082)
    /// Listeners for apps that make links with an API key; none unless stated. They may face the internet.
    public var api: [FrontListener] = []
    /// The origins whose web pages may use ``api`` (`https://app.example.com`). Checked.
    public var corsOrigins: [String] = []
    /// The peers that may set forwarding headers, `Fingerpost-Device` and the PROXY protocol: addresses, ranges in CIDR
    /// notation, `unix` for every process that may open a Unix socket. Checked.
    public var trustedPeers: [String] = []
    /// The names under which edge and admin may be reached, besides this machine's and their own addresses. Lower case,
    /// checked.
    public var allowedHosts: [String] = []
    /// The field in which a trusted peer states the clicker's country: `CF-IPCountry`.
    public var countryHeader: String?
    /// The files that say where addresses are (`GeoLite2-City.mmdb`), in the order in which they are asked.
    public var geoFiles: [String] = []
    /// The page host of the sites that name none (`page_host`). Lower case.
    public var pageHost: String?
    /// The file of targets that no link may lead to.
    public var deniedTargets: String?
    /// The file of hashed tokens; nil for the one in the store's folder.
    public var tokensFile: String?
    /// The files of the secrets for page addresses: the first seals, all open; with none, the process generates a key.
    public var pageKeyFiles: [String] = []
    /// The files of the secrets for TLS session tickets: the first seals, all open; with none, the process generates keys.
    public var ticketKeyFiles: [String] = []
    /// The file of the secret that masks are derived from; nil for the one in the store's folder.
    public var maskKeyFile: String?
    /// The folder of responses to an ACME server's challenges.
    public var challengeFolder: String?
    /// Certificates, and their keys in the same order, for the TCP listeners of the front that are given as addresses
    /// only. Without keys, each is in its certificate's file.
    public var tlsCertificates: [String] = []
    /// The files of the keys; empty, or as many as ``tlsCertificates``.
    public var tlsKeys: [String] = []
    /// The file of the access log, `-` for standard output; nil for none.
    public var accessLog: String?
    /// The file of the decision log, `-` for standard output; nil for none.
    public var decisionLog: String?
    /// The file of the audit log, `-` for standard output; nil for none.
    public var auditLog: String?
    /// How lines of the access log are written.
    public var logFormat: LogFormat = .json
    /// For how many seconds browsers must use https only (`Strict-Transport-Security`); nil leaves the header out.
    public var hsts: Int?
    /// Limits on clients and connections.
    public var limits = Limits()
    /// Whether http and localhost are accepted as continue URLs.
    public var development = false
    /// The rules directory, or the address of a bundle; nil for the first of the usual places.
    public var rules: String?
    /// The file of the machine's own settings; nil for none.
    public var settingsFile: String?
    /// The files of the public keys that bundles may be signed with.
    public var bundleKeys: [String] = []
    /// The folder that keeps the last good bundle; nil for the one in the store's folder.
    public var bundleFolder: String?
    /// Seconds between two looks for a new bundle.
    public var bundlePoll = 30
    /// The file of the only authorities that the bundle's server is verified with; nil for the system's.
    public var bundleAuthorities: String?
    /// The short-link store's folder; nil for the usual place.
    public var store: String?
    /// The rules that are tried on live clicks; nil for none.
    public var shadow: ShadowSetting?
    /// Who is told of clicks and of changes to links.
    public var events = Events()
    /// Where the source of truth is that this node follows (`postgresql://…`); nil for a store of this machine's own.
    public var source: String?
    /// The file of the source's password.
    public var sourcePasswordFile: String?
    /// Whether nodes tell each other of changes by NOTIFY.
    public var sourceNotifies = false
    /// The address of the published links that this node follows, if any.
    public var links: String?
    /// The files of the public keys that published links may be signed with.
    public var linksKeys: [String] = []
    /// Seconds between two looks for changed links.
    public var linksPoll = 10
    /// The file of the only authorities that the server of published links is verified with, instead of the system's.
    public var linksAuthorities: String?
    /// The node's name among those of the source; nil for the host's name.
    public var node: String?
    /// Whether listeners with TLS offer HTTP/2.
    public var http2 = true
    /// Whether trusted peers may speak HTTP/2 without TLS, by prior knowledge (RFC 9113, section 3.3).
    public var h2c = false
    /// Whether the admin listener has a console for people.
    public var console = true
    /// Whether files of the rules may be written in the console.
    public var consoleWritesRules = false
    /// The directory that keeps what these files were before; nil for the one in the store's folder.
    public var rulesHistory: String?
    /// Where people may sign in to the console with an identity of their own.
    public var openID = OpenID()
    /// The socket for commands on this machine.
    public var control = Control()
    /// Where spans are exported to.
    public var traces = Traces()
    /// How the targets of links are looked at.
    public var targetChecks = TargetChecks()
    /// For how long counts of clicks are kept by day.
    public var counts = Counts()
    /// How many worker threads there are; nil for one per core.
    public var workers: Int?

    /// The defaults.
    public init() {}

    /// How lines of the access log are written.
    public enum LogFormat: String, Sendable, CaseIterable {
        case json, combined
    }

    /// The socket for commands on this machine.
    public struct Control: Sendable, Equatable {
        /// The name of the socket in the store's directory.
        public static let fileName = "control.sock"
        /// The value of ``socket`` that switches it off.
        public static let off = "off"

        /// Its path, or ``off``; `nil` for ``fileName`` in the store's directory.
        public var socket: String?
        /// The permissions of its file; `nil` for 0600 next to the store, and 0660 at a path of the settings.
        public var mode: Int?
        /// The group of its file, a name or a number; nil for the daemon's.
        public var group: String?
        /// What those may do who may open it.
        public var level = ControlLevel.read

        /// The defaults.
        public init() {}

        /// Whether the socket is switched off.
        public var isOff: Bool { socket == Self.off }

        /// Where the socket is: the one rule for the daemon and for the commands that connect to it.
        ///
        /// - Parameter store: The store's directory; `nil` without a store.
        /// - Returns: `nil` if the socket is switched off, or there is neither a path nor a store.
        public func path(besideStore store: String?) -> String? {
            if isOff { return nil }
            return socket ?? store.map { "\($0)/\(Self.fileName)" }
        }

        /// The permissions that the socket's file gets.
        public var fileMode: Int { mode ?? (socket == nil ? 0o600 : 0o660) }
    }

    /// An identity provider that people sign in at, by OpenID Connect, and what its groups may do.
    public struct OpenID: Sendable, Equatable {
        /// The provider, exactly as it names itself; nil for none.
        public var issuer: String?
        /// The name that the console has there.
        public var clientID: String?
        /// The file of the console's secret; nil for a public client.
        public var secretFile: String?
        /// What is asked for besides `openid`.
        public var scopes = ["profile", "email"]
        /// The claim with the groups; nil for `groups`.
        public var groupsClaim: String?
        /// What groups may do.
        public var roles: [GroupRole] = []
        /// Minutes after which people sign in again.
        public var sessionMinutes = 480
        /// The file of the only authorities that the provider is verified with; nil for the system's.
        public var authorities: String?

        /// The defaults.
        public init() {}
    }

    /// Where spans are exported to, and which.
    public struct Traces: Sendable, Equatable {
        /// The collector's address; nil for no export.
        public var endpoint: String?
        /// For one in how many requests without a trace one begins here; 0 for none.
        public var oneIn = 0
        /// The file of the header fields that the collector wants; nil for none.
        public var headersFile: String?
        /// The file of the only authorities that the collector is verified with; nil for the system's.
        public var authorities: String?

        /// The defaults.
        public init() {}
    }

    /// Who is told of clicks and of changes to links.
    public struct Events: Sendable, Equatable {
        /// The folder that keeps them until they are delivered; nil where there are no events.
        public var folder: String?
        /// How much it may keep.
        public var spoolMegabytes = 64
        /// Whether they have the secrets of addresses.
        public var isUnmasked = false
        /// The address that they are sent to; nil for none.
        public var webhook: String?
        /// The file of the secrets that requests are signed with.
        public var webhookSecretFile: String?
        /// The file of the only authorities that the receiver is verified with; nil for the system's.
        public var webhookAuthorities: String?
        /// For how many hours an event is tried.
        public var retryHours = 72

        /// The defaults.
        public init() {}
    }

    /// How the targets of links are looked at.
    public struct TargetChecks: Sendable, Equatable {
        /// Seconds from one round to the next; nil where targets are not looked at.
        public var everySeconds: Int?
        /// The timeout of a request to a target in seconds.
        public var timeoutSeconds = 10
        /// Milliseconds between two requests to one host.
        public var perHostMilliseconds = 1_000
        /// The most targets that are looked at at once.
        public var concurrency = 8
        /// What requests have as `User-Agent`; nil for the program's own.
        public var userAgent: String?
        /// The networks, besides all public ones, that targets may be in. Checked.
        public var networks: [String] = []
        /// The ports, besides 80 and 443, that targets may have.
        public var ports: [Int] = []

        /// The defaults.
        public init() {}
    }

    /// For how long counts of clicks are kept by day.
    public struct Counts: Sendable, Equatable {
        /// How many days before today; `nil` for all.
        public var keepDays: Int?
        /// What older days become.
        public var rollUp = CountRollUp.month

        /// The defaults.
        public init() {}
    }

    /// The limits on clients and connections.
    public struct Limits: Sendable, Equatable {
        /// The maximum bytes of a request's head.
        public var headBytes = 16_384
        /// The maximum number of fields in a request's head.
        public var fields = 100
        /// The maximum number of connections of all listeners.
        public var connections = 10_000
        /// The maximum number of connections from one address.
        public var perAddress = 256
        /// Seconds within which a request's head must arrive.
        public var headerSeconds = 10
        /// Seconds for which a connection may be idle.
        public var idleSeconds = 75

        /// The defaults.
        public init() {}
    }
}

extension DaemonSettings {
    /// One worker that listens on free ports of this machine, for measurements and tests.
    package static var onFreePorts: DaemonSettings {
        var settings = DaemonSettings()
        let free = ListenAddress.tcp(host: "127.0.0.1", port: 0)
        settings.front = [FrontListener(free)]
        (settings.edge, settings.admin, settings.workers) = (free, free, 1)
        return settings
    }
}
