/// What the daemon is told about itself: the file `fingerpost.yaml`, the environment, the command line.
public struct DaemonSettings: Sendable, Equatable {
    /// Listeners of the public front.
    public var front = [FrontListener(.tcp(host: "127.0.0.1", port: 8080))]
    /// The listener of the decision API and the edge endpoints.
    public var edge: ListenAddress = .tcp(host: "127.0.0.1", port: 8081)
    /// The listener for metrics, reload and short links.
    public var admin: ListenAddress = .tcp(host: "127.0.0.1", port: 8082)
    /// Who may set forwarding headers, `Fingerpost-Device` and the PROXY protocol: addresses, ranges in CIDR notation,
    /// `unix` for whoever may open a Unix socket. Checked.
    public var trustedPeers: [String] = []
    /// The names that edge and admin are asked by, beside this machine's and their own addresses. Lower case, checked.
    public var allowedHosts: [String] = []
    /// The field in which a trusted peer names the clicker's country: `CF-IPCountry`.
    public var countryHeader: String?
    /// The file of hashed tokens; nil for the one in the store's folder.
    public var tokensFile: String?
    /// The files of the secrets of addresses of pages: the first one seals, all open; none for a key of the process.
    public var pageKeyFiles: [String] = []
    /// The file of the secret that masks are drawn with; nil for the one in the store's folder.
    public var maskKeyFile: String?
    /// The folder of answers to an ACME server's challenges.
    public var challengeFolder: String?
    /// Certificates, and their keys in the same order, for the TCP listeners of the front that are addresses alone. No keys:
    /// each stands in its certificate's file.
    public var tlsCertificates: [String] = []
    public var tlsKeys: [String] = []
    public var accessLog: String?
    public var decisionLog: String?
    public var logFormat: LogFormat = .json
    /// Seconds for which browsers are to come by https alone; nil for no word of it.
    public var hsts: Int?
    public var limits = Limits()
    /// Whether http and localhost are taken as continue URLs.
    public var development = false
    /// The rules directory; nil for the first of the usual places.
    public var rules: String?
    /// The short-link store's folder; nil for the usual place.
    public var store: String?
    /// How many worker threads there are; nil for one a core.
    public var workers: Int?

    public init() {}

    public enum LogFormat: String, Sendable, CaseIterable {
        case json, combined
    }

    /// What one client may take.
    public struct Limits: Sendable, Equatable {
        /// Bytes of a request's head.
        public var headBytes = 16_384
        /// Fields of a request's head.
        public var fields = 100
        /// Connections at once, of all listeners.
        public var connections = 10_000
        /// Connections at once from one address.
        public var perAddress = 256
        /// Seconds until a request's head must be there.
        public var headerSeconds = 10
        /// Seconds that a connection may be idle.
        public var idleSeconds = 75

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
