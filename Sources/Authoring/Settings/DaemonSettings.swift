/// The daemon's settings, from the file `fingerpost.yaml`, the environment and the command line.
public struct DaemonSettings: Sendable, Equatable {
    /// Listeners of the public front.
    public var front = [FrontListener(.tcp(host: "127.0.0.1", port: 8080))]
    /// The listener of the decision API and the edge endpoints.
    public var edge: ListenAddress = .tcp(host: "127.0.0.1", port: 8081)
    /// The listener for metrics, reload and short links.
    public var admin: ListenAddress = .tcp(host: "127.0.0.1", port: 8082)
    /// Listeners for apps that create links with an API key; none by default. They may face the internet.
    public var api: [FrontListener] = []
    /// The origins whose web pages may use ``api`` (`https://app.example.com`). Validated.
    public var corsOrigins: [String] = []
    /// The peers that may set forwarding headers, `Fingerpost-Device` and the PROXY protocol: addresses, CIDR ranges,
    /// or `unix` for every process that can open a Unix socket. Validated.
    public var trustedPeers: [String] = []
    /// The names under which edge and admin may be accessed, in addition to this machine's names and their own
    /// addresses. Lowercase, validated.
    public var allowedHosts: [String] = []
    /// The field with the client's country, set by a trusted peer: `CF-IPCountry`.
    public var countryHeader: String?
    /// Geolocation databases (`GeoLite2-City.mmdb`), in lookup order.
    public var geoFiles: [String] = []
    /// The page host of sites without their own (`page_host`). Lowercase.
    public var pageHost: String?
    /// The file of denied targets.
    public var deniedTargets: String?
    /// The file of device corrections.
    public var devices: String?
    /// The file of hashed tokens, or `nil` for the one in the store's folder.
    public var tokensFile: String?
    /// Files of secrets for page addresses: the first one seals, all of them open. Without files, the process generates a key.
    public var pageKeyFiles: [String] = []
    /// Files of secrets for TLS session tickets: the first one seals, all of them open. Without files, the process
    /// generates keys.
    public var ticketKeyFiles: [String] = []
    /// The file of the secret that masks are derived from, or `nil` for the one in the store's folder.
    public var maskKeyFile: String?
    /// The folder of responses to ACME challenges.
    public var challengeFolder: String?
    /// Certificates, with their keys in the same order, for TCP listeners of the front that have only an address.
    /// Without keys, each certificate file contains its key.
    public var tlsCertificates: [String] = []
    /// The key files: none, or as many as ``tlsCertificates``.
    public var tlsKeys: [String] = []
    /// The access log file, or `-` for standard output; `nil` disables the log.
    public var accessLog: String?
    /// The decision log file, or `-` for standard output; `nil` disables the log.
    public var decisionLog: String?
    /// The audit log file, or `-` for standard output; `nil` disables the log.
    public var auditLog: String?
    /// The line format of the access log.
    public var logFormat: LogFormat = .json
    /// The `max-age` of `Strict-Transport-Security` in seconds, or `nil` to omit the header.
    public var hsts: Int?
    /// Limits on clients and connections.
    public var limits = Limits()
    /// Whether http and localhost are accepted in continue URLs.
    public var development = false
    /// The rules directory, or a bundle URL; `nil` for the first of the default places.
    public var rules: String?
    /// The machine's own settings file, or `nil` for none.
    public var settingsFile: String?
    /// Public key files used to verify bundles.
    public var bundleKeys: [String] = []
    /// The folder that caches the last valid bundle, or `nil` for the one in the store's folder.
    public var bundleFolder: String?
    /// The bundle polling interval in seconds.
    public var bundlePoll = 30
    /// The file of CAs trusted for the bundle server, or `nil` for the system's.
    public var bundleAuthorities: String?
    /// The short-link store's folder, or `nil` for the default.
    public var store: String?
    /// The candidate rules evaluated on live clicks, or `nil` for none.
    public var shadow: ShadowSetting?
    /// Delivery of events for clicks and link changes.
    public var events = Events()
    /// The source that this node follows (`postgresql://…`), or `nil` for a standalone store.
    public var source: String?
    /// The file of the source's password.
    public var sourcePasswordFile: String?
    /// Whether nodes notify each other of changes by NOTIFY.
    public var sourceNotifies = false
    /// The URL of the published links that this node follows, if any.
    public var links: String?
    /// Public key files used to verify published links.
    public var linksKeys: [String] = []
    /// The polling interval for published links in seconds.
    public var linksPoll = 10
    /// The file of CAs trusted for the server of published links, or `nil` for the system's.
    public var linksAuthorities: String?
    /// The node's name at the source, or `nil` for the host name.
    public var node: String?
    /// Whether TLS listeners offer HTTP/2.
    public var http2 = true
    /// Whether trusted peers may use HTTP/2 without TLS, with prior knowledge (RFC 9113, section 3.3).
    public var h2c = false
    /// Whether the admin listener serves the console.
    public var console = true
    /// Whether rule files may be written in the console.
    public var consoleWritesRules = false
    /// The directory of previous versions of rule files, or `nil` for the one in the store's folder.
    public var rulesHistory: String?
    /// Single sign-on for the console.
    public var openID = OpenID()
    /// The control socket for commands on this machine.
    public var control = Control()
    /// The export of spans.
    public var traces = Traces()
    /// The proxy of requests to other servers.
    public var outgoing = Outgoing()
    /// Checks of link targets.
    public var targetChecks = TargetChecks()
    /// Retention of click counts by day.
    public var counts = Counts()
    /// Retention of former rule sets.
    public var receipts = Receipts()
    /// The number of worker threads, or `nil` for one per core.
    public var workers: Int?

    /// The defaults.
    public init() {}

    /// The line format of the access log.
    public enum LogFormat: String, Sendable, CaseIterable {
        case json, combined
    }

    /// The control socket for commands on this machine.
    public struct Control: Sendable, Equatable {
        /// The name of the socket in the store's directory.
        public static let fileName = "control.sock"
        /// The value of ``socket`` that disables it.
        public static let off = "off"

        /// The path, or ``off``; `nil` for ``fileName`` in the store's directory.
        public var socket: String?
        /// The file permissions; `nil` for 0600 in the store's directory, and 0660 at a configured path.
        public var mode: Int?
        /// The group of the file, by name or number, or `nil` for the daemon's.
        public var group: String?
        /// The permissions of clients that can open the socket.
        public var level = ControlLevel.read

        /// The defaults.
        public init() {}

        /// Whether the socket is disabled.
        public var isOff: Bool { socket == Self.off }

        /// The path of the socket, determined here for both the daemon and the commands that connect to it.
        ///
        /// - Parameter store: The store's directory, or `nil` without a store.
        /// - Returns: `nil` if the socket is disabled, or there is neither a path nor a store.
        public func path(besideStore store: String?) -> String? {
            if isOff { return nil }
            return socket ?? store.map { "\($0)/\(Self.fileName)" }
        }

        /// The permissions of the socket's file.
        public var fileMode: Int { mode ?? (socket == nil ? 0o600 : 0o660) }
    }

    /// An OpenID Connect provider for signing in, and the roles of its groups.
    public struct OpenID: Sendable, Equatable {
        /// The issuer identifier, exactly as the provider publishes it, or `nil` for no provider.
        public var issuer: String?
        /// The console's client ID at the provider.
        public var clientID: String?
        /// The client secret file, or `nil` for a public client.
        public var secretFile: String?
        /// The requested scopes in addition to `openid`.
        public var scopes = ["profile", "email"]
        /// The claim that contains the groups, or `nil` for `groups`.
        public var groupsClaim: String?
        /// The roles of groups.
        public var roles: [GroupRole] = []
        /// The session lifetime in minutes.
        public var sessionMinutes = 480
        /// The file of CAs trusted for the provider, or `nil` for the system's.
        public var authorities: String?

        /// The defaults.
        public init() {}
    }

    /// The export of spans to a collector.
    public struct Traces: Sendable, Equatable {
        /// The collector's URL, or `nil` for no export.
        public var endpoint: String?
        /// Sampling of requests without a trace: one in this many starts one, or 0 for none.
        public var oneIn = 0
        /// The file of header fields for the collector, or `nil` for none.
        public var headersFile: String?
        /// The file of CAs trusted for the collector, or `nil` for the system's.
        public var authorities: String?

        /// The defaults.
        public init() {}
    }

    /// The forward proxy of requests to other servers.
    public struct Outgoing: Sendable, Equatable {
        /// The proxy's `http` URL, or `nil` for direct connections.
        public var proxy: String?
        /// The servers that are accessed without the proxy: names, suffixes, addresses, CIDR ranges.
        public var noProxy: [String] = []
        /// The file of the user and password for the proxy, or `nil` for none.
        public var credentialsFile: String?

        /// The defaults.
        public init() {}
    }

    /// Delivery of events for clicks and link changes.
    public struct Events: Sendable, Equatable {
        /// The folder in which events are spooled until delivery, or `nil` if events are disabled.
        public var folder: String?
        /// The size limit of the spool in megabytes.
        public var spoolMegabytes = 64
        /// Whether events contain the secrets in addresses unmasked.
        public var isUnmasked = false
        /// The webhook URL, or `nil` for none.
        public var webhook: String?
        /// The file of the secrets that sign webhook requests.
        public var webhookSecretFile: String?
        /// The file of CAs trusted for the webhook, or `nil` for the system's.
        public var webhookAuthorities: String?
        /// The number of hours for which delivery is retried.
        public var retryHours = 72
        /// The permitted numbers of hours.
        static let retryRange = 1...8_760
        /// Further webhooks, with different names.
        public var webhooks: [WebhookSetting] = []

        /// The defaults.
        public init() {}
    }

    /// Periodic checks of link targets.
    public struct TargetChecks: Sendable, Equatable {
        /// Seconds between rounds, or `nil` to disable target checks.
        public var everySeconds: Int?
        /// The timeout of a request to a target in seconds.
        public var timeoutSeconds = 10
        /// Milliseconds between requests to the same host.
        public var perHostMilliseconds = 1_000
        /// The maximum number of concurrent checks.
        public var concurrency = 8
        /// The `User-Agent` of checks, or `nil` for the program's own.
        public var userAgent: String?
        /// The networks that targets may be in, in addition to all public ones. Validated.
        public var networks: [String] = []
        /// The ports that targets may use, in addition to 80 and 443.
        public var ports: [Int] = []

        /// The defaults.
        public init() {}
    }

    /// Retention of click counts by day.
    public struct Counts: Sendable, Equatable {
        /// The number of days before today, or `nil` for all.
        public var keepDays: Int?
        /// The aggregation of older days.
        public var rollUp = CountRollUp.month

        /// The defaults.
        public init() {}
    }

    /// Retention of former rule sets, with which former decisions can be explained and repeated.
    public struct Receipts: Sendable, Equatable {
        /// The number of days after a rule set was in force.
        public var keepDays = 400
        /// The maximum size of all rule sets in megabytes.
        public var megabytes = 256

        /// The defaults.
        public init() {}
    }

    /// The limits on clients and connections.
    public struct Limits: Sendable, Equatable {
        /// The maximum size of a request's head in bytes.
        public var headBytes = 16_384
        /// The maximum number of fields in a request's head.
        public var fields = 100
        /// The maximum number of connections of all listeners.
        public var connections = 10_000
        /// The maximum number of connections from one address.
        public var perAddress = 256
        /// The timeout for receiving a request's head in seconds.
        public var headerSeconds = 10
        /// The idle timeout of a connection in seconds.
        public var idleSeconds = 75
        /// How many queries of apps per second and worker may find nothing, from one address.
        public var missesPerSecond = 10

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
