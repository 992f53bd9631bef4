import ArgumentParser
import Glibc
import Routing
import Rules
import Service

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs the daemon.",
        discussion: """
            Each setting is taken from its flag, else from its variable (FINGERPOST_LISTEN_FRONT …), else from \
            fingerpost.yaml in the rules directory, else it has its default. SIGTERM and SIGINT drain and stop, SIGHUP \
            loads the rules again, SIGUSR1 opens the logs again, SIGUSR2 starts the program anew and hands it the \
            sockets. Sockets of systemd (a unit fingerpost.socket) are used instead of those in the settings. Exit code 0 after SIGTERM; 2 for bad configuration.
            """)

    @OptionGroup var rules: RulesOption

    @Option(
        help: """
            An address of the public side, 127.0.0.1:8080 or unix:/path; repeatable. Port 0 picks a free one. With \
            " proxy_protocol" behind it, trusted peers alone may connect, and say whose connection it is.
            """)
    var listen: [String] = []

    @Option(help: "The address that proxies and programs ask.")
    var edge: String?

    @Option(help: "The address that operators ask.")
    var admin: String?

    @Option(help: "How many threads serve (default: one a core).")
    var workers: String?

    @Option(help: "Who may say where a click really comes from: addresses, CIDR ranges, or unix; repeatable.")
    var trustedPeers: [String] = []

    @Option(help: "The field in which a trusted peer names the clicker's country, such as CF-IPCountry.")
    var countryHeader: String?

    @Option(help: "The file with the hashed tokens of those who may write; made where it is absent.")
    var tokensFile: String?

    @Option(help: "Where a line for each request goes: a path, or - for standard output.")
    var accessLog: String?

    @Option(help: "Where a line of JSON for each decision goes: a path, or - for standard output.")
    var decisionLog: String?

    @Option(help: "How lines of the access log look: json or combined.")
    var logFormat: String?

    @Option(
        help: "The file of the secret that addresses of pages are sealed with, for several daemons behind one proxy.")
    var pageKeyFile: String?

    @Flag(help: "Allow http on localhost as a place to send people to.")
    var development = false

    func run() throws {
        try start().run()
    }

    /// The daemon, serving. What was loaded for it is not kept beside it: a reload is to free the old rules.
    private func start() throws -> Daemon {
        let loaded = try RulesOption.load(rules.rules)
        let settings = try settings(loaded)
        let ruleSet = try Self.compile(loaded, settings)
        var configuration = Self.configuration(settings)
        try Self.takeOver(&configuration)
        configuration.trusted = try Self.trustedPeers(settings)
        configuration.countryHeader = settings.countryHeader
        configuration.tokens = try TokensFile.load(settings.tokensFile)
        if let path = settings.pageKeyFile { configuration.pageTokens = try PageKeyFile.load(path) }
        let directory = RulesOption.directory(rules.rules)
        let daemon: Daemon
        do {
            daemon = try Daemon(configuration, ruleSet: ruleSet) { Self.reload(directory, settings) }
            daemon.holdSignals()
            try daemon.start()
        } catch {
            throw Failure("can't serve: \(error)")
        }
        Output.error(Self.readyLine(daemon, ruleSet, workers: configuration.workers))
        return daemon
    }

    private func settings(_ loaded: LoadedRules) throws -> DaemonSettings {
        var flags: [String: [String]] = [:]
        if !listen.isEmpty { flags["listen"] = listen }
        if let edge { flags["edge"] = [edge] }
        if let admin { flags["admin"] = [admin] }
        if let workers { flags["workers"] = [workers] }
        if !trustedPeers.isEmpty { flags["trusted-peers"] = trustedPeers }
        if let countryHeader { flags["country-header"] = [countryHeader] }
        if let tokensFile { flags["tokens-file"] = [tokensFile] }
        if let accessLog { flags["access-log"] = [accessLog] }
        if let decisionLog { flags["decision-log"] = [decisionLog] }
        if let logFormat { flags["log-format"] = [logFormat] }
        if let pageKeyFile { flags["page-key-file"] = [pageKeyFile] }
        if development { flags["development"] = ["true"] }
        let result = SettingsResolver.resolve(
            file: loaded.settings, environment: Environment.variables, flags: flags)
        for diagnostic in result.diagnostics { Output.error(diagnostic.rendered) }
        guard !result.diagnostics.contains(where: { $0.severity == .error }) else { throw ExitCode(2) }
        return result.settings
    }

    /// The rule set, or exit code 2 with the diagnostics.
    private static func compile(_ loaded: LoadedRules, _ settings: DaemonSettings) throws -> RuleSet {
        for diagnostic in loaded.diagnostics { Output.error(diagnostic.rendered) }
        guard !loaded.hasErrors else { throw ExitCode(2) }
        return RuleSet(loaded, development: settings.development)
    }

    /// Loads the rules again: a directory with errors changes nothing.
    private static func reload(_ directory: String, _ settings: DaemonSettings) -> Daemon.Reload {
        do throws(RuleDirectoryFault) {
            let loaded = try RuleDirectory.load(path: directory)
            let lines = loaded.diagnostics.map(\.rendered)
            lines.forEach(Output.error)
            guard !loaded.hasErrors else {
                Output.error("reload: the rules have errors; the old ones stay")
                return .refused(lines)
            }
            Output.error("reload: \(loaded.hash)")
            return .loaded(RuleSet(loaded, development: settings.development))
        } catch {
            Output.error("reload: \(error.description); the old rules stay")
            return .refused([error.description])
        }
    }

    private static func configuration(_ settings: DaemonSettings) -> DaemonConfiguration {
        var configuration = DaemonConfiguration(
            front: settings.front.map { .init($0.address.description, takesProxyHeader: $0.proxyProtocol) },
            edge: settings.edge.description,
            admin: settings.admin.description,
            workers: settings.workers ?? Processors.count)
        configuration.headBytes = settings.limits.headBytes
        configuration.fields = settings.limits.fields
        configuration.limits.connections = settings.limits.connections
        configuration.limits.perAddress = settings.limits.perAddress
        configuration.limits.headerTimeout = .seconds(settings.limits.headerSeconds)
        configuration.limits.idleTimeout = .seconds(settings.limits.idleSeconds)
        configuration.logs.access = settings.accessLog
        configuration.logs.decisions = settings.decisionLog
        configuration.logs.format = settings.logFormat == .json ? .json : .combined
        configuration.transportSecuritySeconds = settings.hsts
        configuration.version = Version.text
        configuration.say = Output.error
        limitConnections(&configuration)
        return configuration
    }

    /// What the process that started this one has left for it, and what it will leave for the next.
    private static func takeOver(_ configuration: inout DaemonConfiguration) throws {
        do {
            configuration.inherited = try InheritedSocket.take(Environment.variables)
        } catch {
            throw Failure(error.description)
        }
        configuration.serviceManager = ServiceManager(Environment.variables)
        configuration.successor = SuccessorCommand(
            arguments: CommandLine.arguments, environment: Environment.variables, report: Output.error)
    }

    /// No more connections than there are descriptors for, beside the few that the daemon needs for itself.
    private static func limitConnections(_ configuration: inout DaemonConfiguration) {
        let available = DescriptorLimit.raise() - 64 - 16 * configuration.workers
        guard configuration.limits.connections > available else { return }
        configuration.limits.connections = max(1, available)
        Output.error(
            "limits.connections: only \(configuration.limits.connections) connections, for want of descriptors; "
                + "raise the limit (ulimit -n, LimitNOFILE=)")
    }

    private static func trustedPeers(_ settings: DaemonSettings) throws -> TrustedPeers {
        if settings.trustedPeers.isEmpty, let listener = settings.front.first(where: \.proxyProtocol) {
            throw Failure(
                "listen.front: \(listener.address) takes the PROXY protocol from trusted_peers, and there are none")
        }
        guard let peers = TrustedPeers(settings.trustedPeers) else {
            throw Failure("trusted_peers: an entry is no address and no CIDR range")
        }
        return peers
    }

    private static func readyLine(_ daemon: Daemon, _ ruleSet: RuleSet, workers: Int) -> String {
        let names: [(String, ListenerKind)] = [("front", .front), ("edge", .edge), ("admin", .admin)]
        let addresses = names.flatMap { name, kind in
            daemon.addresses(of: kind).map { address in
                address.hasPrefix("unix:") ? "\(name)=\(address)" : "\(name)=http://\(address)"
            }
        }
        return (["ready"] + addresses).joined(separator: " ")
            + " workers=\(workers) sites=\(ruleSet.sites.count) rules=\(ruleSet.rules.count)"
    }
}
