import ArgumentParser
import Daemon
import LinkStore
import Settings

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs the daemon.",
        discussion: """
            Each setting is taken from its flag, else its environment variable (FINGERPOST_LISTEN_FRONT …), else \
            fingerpost.yaml in the rules directory, else its default. SIGTERM and SIGINT drain connections and stop, SIGHUP \
            reloads the rules, certificates and tokens, SIGUSR1 reopens the logs, SIGUSR2 starts a new process and passes it the \
            sockets. Sockets passed by systemd (fingerpost.socket) replace those in the settings. Exit code 0 after SIGTERM; 2 for configuration errors.
            """)

    @OptionGroup var rules: RulesOption

    @OptionGroup var store: StoreOption

    @Option(
        help: """
            A public address to listen on, 127.0.0.1:8080 or unix:/path; repeatable. Port 0 picks a free one. With \
            " proxy_protocol" appended, only trusted peers may connect, and they name the client.
            """)
    var listen: [String] = []

    @Option(help: "The address of the decision API, for proxies and programs.")
    var edge: String?

    @Option(help: "The address of the admin API, for operators.")
    var admin: String?

    @Option(help: "The number of worker threads (default: one per core).")
    var workers: String?

    @Option(help: "Peers whose forwarding headers are trusted: addresses, CIDR ranges, or unix; repeatable.")
    var trustedPeers: [String] = []

    @Option(help: "The header field in which a trusted peer sends the user's country, such as CF-IPCountry.")
    var countryHeader: String?

    @Option(help: "The host of pages whose buttons are links, for sites without page_host; none of their own hosts.")
    var pageHost: String?

    @Option(help: "The file of hashed tokens and API keys; created if it does not exist.")
    var tokensFile: String?

    @Option(
        name: .customLong("tls-certificate"),
        help: "A PEM certificate chain; turns on TLS for --listen; repeatable.")
    var certificates: [String] = []

    @Option(
        name: .customLong("tls-key"),
        help: "The certificate's private key in PEM, if it is not in the same file; repeatable.")
    var keys: [String] = []

    @Option(help: "The directory of ACME challenge responses (/.well-known/acme-challenge/).")
    var acmeFolder: String?

    @Option(help: "The access log, one line per request: a path, or - for standard output.")
    var accessLog: String?

    @Option(help: "The decision log, one JSON line per decision: a path, or - for standard output.")
    var decisionLog: String?

    @Option(help: "The format of the access log: json or combined.")
    var logFormat: String?

    @Option(
        help:
            "The file of the secret that seals page addresses, shared by daemons behind one proxy; repeat it for older secrets that are still accepted."
    )
    var pageKeyFile: [String] = []

    @Option(
        help: """
            The file of the secret behind the masks in logs and explanations (default: mask.key beside the link store, \
            created if it does not exist).
            """)
    var maskKeyFile: String?

    @Flag(help: "Allow redirects to http on localhost.")
    var development = false

    func run() throws {
        try start().run()
    }

    /// The daemon, serving.
    private func start() throws -> Daemon {
        do throws(StartupFault) {
            let loader = try DaemonLoader(
                rules: RulesOption.directory(rules.rules), environment: Environment.variables, flags: flags,
                report: Output.error)
            let store = try openStore(loader.settings.store)
            return try loader.start(store, version: Version.text, arguments: CommandLine.arguments)
        } catch {
            error.lines.forEach(Output.error)
            throw ExitCode(2)
        }
    }

    private func openStore(_ path: String?) throws(StartupFault) -> LinkStore? {
        do {
            return try StorePlace(named: path).openForService()
        } catch {
            throw StartupFault((error as? Failure)?.message ?? "\(error)")
        }
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
        if let pageHost { flags["page-host"] = [pageHost] }
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
}
