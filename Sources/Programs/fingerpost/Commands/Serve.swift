import Configuration
import Daemon
import Pages
import Server
import Settings
import ArgumentParser
import Glibc
import Routing
import Rules

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs the daemon.",
        discussion: """
            Each setting is taken from its flag, else from its variable (FINGERPOST_LISTEN_FRONT …), else from \
            fingerpost.yaml in the rules directory, else it has its default. SIGTERM and SIGINT drain and stop, SIGHUP \
            loads the rules, the certificates and the tokens again, SIGUSR1 opens the logs again, SIGUSR2 starts the program anew and hands it the \
            sockets. Sockets of systemd (a unit fingerpost.socket) are used instead of those in the settings. Exit code 0 after SIGTERM; 2 for bad configuration.
            """)

    @OptionGroup var rules: RulesOption

    @OptionGroup var store: StoreOption

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

    @Option(
        name: .customLong("tls-certificate"),
        help: "A certificate in PEM, with those that signed it behind it: --listen speaks TLS then; repeatable.")
    var certificates: [String] = []

    @Option(
        name: .customLong("tls-key"),
        help: "The private key of the certificate, in PEM, where it does not stand in the same file; repeatable.")
    var keys: [String] = []

    @Option(help: "The folder with the answers to an ACME server's challenges (/.well-known/acme-challenge/).")
    var acmeFolder: String?

    @Option(help: "Where a line for each request goes: a path, or - for standard output.")
    var accessLog: String?

    @Option(help: "Where a line of JSON for each decision goes: a path, or - for standard output.")
    var decisionLog: String?

    @Option(help: "How lines of the access log look: json or combined.")
    var logFormat: String?

    @Option(
        help:
            "The file of the secret that addresses of pages are sealed with, for several daemons behind one proxy; given again, files of secrets that still open them."
    )
    var pageKeyFile: [String] = []

    @Option(
        help: """
            The file of the secret that masks in logs and explanations are drawn with (default: mask.key beside the links, \
            made where it is absent).
            """)
    var maskKeyFile: String?

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
        let certificates = try Self.certificates(settings, loaded)
        var configuration = Self.configuration(settings, certificates)
        try Self.takeOver(&configuration)
        configuration.trusted = try Self.trustedPeers(settings)
        configuration.countryHeader = settings.countryHeader
        configuration.allowedHosts = settings.allowedHosts
        configuration.store = try StorePlace(named: settings.store).openForService()
        try MaskKeyFile.installForService(settings.maskKeyFile, beside: configuration.store)
        Self.warn(ofMissing: settings.challengeFolder)
        let tokensFile = TokensFile(settings.tokensFile, beside: configuration.store)
        let tokens = CurrentTokens(try tokensFile.loadOrMake())
        configuration.tokens = tokens
        let pageKeys = PageKeys(secrets: try settings.pageKeyFiles.map(PageKeyFile.load))
        pageKeys.adopt(InheritedSecret.take(Environment.variables))
        configuration.pageTokens = PageTokens(pageKeys)
        let (directory, flags) = (RulesOption.directory(rules.rules), flags)
        let daemon: Daemon
        do {
            daemon = try Daemon(configuration, ruleSet: ruleSet) {
                Self.reload(tokensFile, tokens)
                    ?? Self.reload(directory, flags, certificates, pageKeys, development: settings.development)
            }
            daemon.holdSignals()
            try daemon.start()
        } catch {
            throw Failure("can't serve: \(error)")
        }
        Self.warn(ofExposed: daemon)
        Output.error(Self.readyLine(daemon, ruleSet, workers: configuration.workers))
        return daemon
    }

    /// The settings of the command line, by their flags.
    private var flags: [String: [String]] {
        var flags: [String: [String]] = [:]
        if !listen.isEmpty { flags["listen"] = listen }
        if let edge { flags["edge"] = [edge] }
        if let admin { flags["admin"] = [admin] }
        if let store = store.store { flags["store"] = [store] }
        if let workers { flags["workers"] = [workers] }
        if !trustedPeers.isEmpty { flags["trusted-peers"] = trustedPeers }
        if let countryHeader { flags["country-header"] = [countryHeader] }
        if let tokensFile { flags["tokens-file"] = [tokensFile] }
        if let accessLog { flags["access-log"] = [accessLog] }
        if let decisionLog { flags["decision-log"] = [decisionLog] }
        if let logFormat { flags["log-format"] = [logFormat] }
        if !pageKeyFile.isEmpty { flags["page-key-file"] = pageKeyFile }
        if let maskKeyFile { flags["mask-key-file"] = [maskKeyFile] }
        if development { flags["development"] = ["true"] }
        if !certificates.isEmpty { flags["tls-certificate"] = certificates }
        if !keys.isEmpty { flags["tls-key"] = keys }
        if let acmeFolder { flags["acme-folder"] = [acmeFolder] }
        return flags
    }

    private func settings(_ loaded: LoadedRules) throws -> DaemonSettings {
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

    /// The certificates that the settings name, or exit code 2 with what is wrong with them.
    private static func certificates(_ settings: DaemonSettings, _ loaded: LoadedRules) throws -> FrontCertificates {
        do throws(FrontCertificates.Fault) {
            return try FrontCertificates(settings, loaded)
        } catch {
            error.lines.forEach(Output.error)
            throw ExitCode(2)
        }
    }

    /// Loads the rules, the certificates and the keys of pages again: an error in any of them changes nothing.
    private static func reload(
        _ directory: String, _ flags: [String: [String]], _ certificates: FrontCertificates, _ pageKeys: PageKeys,
        development: Bool
    ) -> Daemon.Reload {
        do throws(RuleDirectoryFault) {
            let loaded = try RuleDirectory.load(path: directory)
            let lines = loaded.diagnostics.map(\.rendered)
            lines.forEach(Output.error)
            guard !loaded.hasErrors else {
                Output.error("reload: the rules have errors; the old ones stay")
                return .refused(lines)
            }
            if let lines = reload(certificates, pageKeys, loaded, flags) { return .refused(lines) }
            Output.error("reload: \(loaded.hash)")
            return .loaded(RuleSet(loaded, development: development))
        } catch {
            Output.error("reload: \(error.description); the old rules stay")
            return .refused([error.description])
        }
    }

    /// Lets in whom the tokens file names now; gives what is wrong where it can't be read. It comes first: who was revoked is
    /// out even where the rules have errors.
    private static func reload(_ file: TokensFile, _ tokens: CurrentTokens) -> Daemon.Reload? {
        do {
            tokens.replace(with: try file.load())
            return nil
        } catch {
            let line = (error as? Failure)?.message ?? "the tokens file can't be read"
            Output.error("reload: \(line); the old tokens stay, and the old rules")
            return .refused([line])
        }
    }

    /// Shows the certificates as they are now, and seals addresses of pages with the secrets as they are now; gives what is
    /// wrong where that can't be done.
    private static func reload(
        _ certificates: FrontCertificates, _ pageKeys: PageKeys, _ loaded: LoadedRules, _ flags: [String: [String]]
    ) -> [String]? {
        let settings = SettingsResolver.resolve(
            file: loaded.settings, environment: Environment.variables, flags: flags
        ).settings
        let secrets: [[UInt8]]
        do { secrets = try settings.pageKeyFiles.map(PageKeyFile.load) } catch {
            let line = (error as? Failure)?.message ?? "a page key file can't be read"
            Output.error("reload: \(line); the old keys of pages stay, and the old rules")
            return [line]
        }
        do throws(FrontCertificates.Fault) {
            try certificates.reload(settings, loaded)
        } catch {
            error.lines.forEach(Output.error)
            Output.error("reload: the certificates have errors; the old ones stay, and the old rules")
            return error.lines
        }
        pageKeys.replace(secrets: secrets, at: Int64(time(nil)))
        return nil
    }

    private static func configuration(
        _ settings: DaemonSettings, _ certificates: FrontCertificates
    ) -> DaemonConfiguration {
        var configuration = DaemonConfiguration(
            front: settings.front.filter { $0.service != .redirect }.map { listener in
                .init(
                    listener.address.description, takesProxyHeader: listener.proxyProtocol,
                    identity: listener.certificates == nil ? nil : certificates.identity(of: listener.address))
            },
            edge: settings.edge.description,
            admin: settings.admin.description,
            workers: settings.workers ?? Environment.processorCount)
        configuration.redirects = settings.front.filter { $0.service == .redirect }.map {
            .init($0.address.description, takesProxyHeader: $0.proxyProtocol)
        }
        configuration.challengeFolder = settings.challengeFolder
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

    /// The folder of challenges may be made later; a slip in its name would show when a certificate is to be renewed.
    private static func warn(ofMissing challengeFolder: String?) {
        // Safe: Swift lends the string's bytes for the time of the call.
        guard let challengeFolder, unsafe access(challengeFolder, X_OK) != 0 else { return }
        Output.error("acme_folder: \(challengeFolder) is no folder that can be entered: challenges get no answer")
    }

    /// Edge and admin speak no TLS, and are made for this machine.
    private static func warn(ofExposed daemon: Daemon) {
        for kind in [ListenerKind.edge, .admin] {
            for address in daemon.exposedAddresses(of: kind) {
                Output.error(
                    "listen.\(kind): warning: other machines can reach \(address), without TLS: what is asked, answered and "
                        + "sent as a token crosses the network in clear; bind it to loopback, or let a TLS proxy stand before it"
                )
            }
        }
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
        let addresses = ListenerKind.allCases.flatMap { kind in daemon.urls(of: kind).map { "\(kind)=\($0)" } }
        return (["ready"] + addresses).joined(separator: " ")
            + " workers=\(workers) sites=\(ruleSet.sites.count) rules=\(ruleSet.rules.count)"
    }
}
