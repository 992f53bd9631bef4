import LinkStore
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
