import AdminPages
import ArgumentParser
import Console
import Daemon
import Help
import LinkStore
import ServiceFiles
import Settings
import Terminal

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Runs the daemon.",
        discussion: """
            A setting is taken from its flag, then its environment variable (in brackets below), the file of \
            --settings, fingerpost.yaml in the rules directory, and its default. `fingerpost settings` lists all of \
            them. SIGTERM and SIGINT drain connections and stop, SIGHUP reloads settings, rules, candidate rules \
            (--shadow), certificates and tokens, SIGUSR1 reopens the logs, SIGUSR2 starts a new process with the \
            listening sockets. Sockets passed by systemd (fingerpost.socket) replace those in the settings. Exit code \
            0 after SIGTERM; 2 for configuration errors.

            Examples:
              fingerpost serve --rules /etc/fingerpost/rules --listen 0.0.0.0:8080
              fingerpost serve --api 127.0.0.1:8083 --cors https://app.example.com
              fingerpost serve --rules rules --shadow rules-next:0.05 --decision-log decisions.log
              fingerpost serve --rules https://rules.example.com/bundle.tar.gz --bundle-key key.pub.pem
            """)

    @OptionGroup var rules: RulesOption

    @OptionGroup var store: StoreOption

    @Option(help: .setting("settings"), completion: .file())
    var settings: String?

    @Option(help: .setting("bundle-key"), completion: .file())
    var bundleKey: [String] = []

    @Option(help: .setting("bundle-folder"), completion: .directory)
    var bundleFolder: String?

    @Option(help: .setting("bundle-poll"))
    var bundlePoll: String?

    @Option(name: .customLong("bundle-ca"), help: .setting("bundle-ca"), completion: .file())
    var bundleAuthorities: String?

    @Option(help: .setting("listen"))
    var listen: [String] = []

    @Option(help: .setting("edge"))
    var edge: String?

    @Option(help: .setting("admin"))
    var admin: String?

    @Option(help: .setting("api"))
    var api: [String] = []

    @Option(help: .setting("cors"))
    var cors: [String] = []

    @Option(help: .setting("workers"))
    var workers: String?

    @Option(help: .setting("trusted-peers"))
    var trustedPeers: [String] = []

    @Option(help: .setting("country-header"))
    var countryHeader: String?

    @Option(help: .setting("geo"), completion: .file())
    var geo: [String] = []

    @Option(help: .setting("page-host"))
    var pageHost: String?

    @Option(help: .setting("denied-targets"), completion: .file())
    var deniedTargets: String?

    @Option(help: .setting("tokens-file"), completion: .file())
    var tokensFile: String?

    @Option(name: .customLong("tls-certificate"), help: .setting("tls-certificate"), completion: .file())
    var certificates: [String] = []

    @Option(name: .customLong("tls-key"), help: .setting("tls-key"), completion: .file())
    var keys: [String] = []

    @Option(help: .setting("acme-folder"), completion: .directory)
    var acmeFolder: String?

    @Option(help: .setting("access-log"), completion: .file())
    var accessLog: String?

    @Option(help: .setting("decision-log"), completion: .file())
    var decisionLog: String?

    @Option(help: .setting("audit-log"), completion: .file())
    var auditLog: String?

    @Option(help: .setting("log-format"))
    var logFormat: String?

    @Option(help: .setting("page-key-file"), completion: .file())
    var pageKeyFile: [String] = []

    @Option(help: .setting("ticket-key-file"), completion: .file())
    var ticketKeyFile: [String] = []

    @Option(help: .setting("mask-key-file"), completion: .file())
    var maskKeyFile: String?

    @Option(help: .setting("control"), completion: .file())
    var control: String?

    @Option(help: .setting("shadow"), completion: .directory)
    var shadow: String?
    @Option(help: .setting("traces"))
    var traces: String?

    @Option(help: .setting("events"), completion: .directory)
    var events: String?

    @Option(help: .setting("events-webhook"))
    var eventsWebhook: String?

    @Option(help: .setting("events-secret-file"), completion: .file())
    var eventsSecretFile: String?

    @Option(help: .setting("source"))
    var source: String?

    @Option(help: .setting("source-password-file"), completion: .file())
    var sourcePasswordFile: String?

    @Option(help: .setting("links"))
    var links: String?

    @Option(help: .setting("links-key"), completion: .file())
    var linksKey: [String] = []

    @Option(help: .setting("links-poll"))
    var linksPoll: String?

    @Option(name: .customLong("links-ca"), help: .setting("links-ca"), completion: .file())
    var linksAuthorities: String?

    @Option(help: .setting("node"))
    var node: String?

    @Flag(help: .setting("development"))
    var development = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        try start().run()
    }

    /// The running daemon.
    private func start() throws -> Daemon {
        do throws(StartupFault) {
            let loader = try DaemonLoader(
                rules: RulesOption.place(rules.rules), usualStore: StorePlace(named: nil).directory,
                environment: ProcessEnvironment.variables, flags: flags, report: Output.error)
            let store = try openStore(loader.settings.store)
            return try loader.start(
                store, version: Version.text, arguments: CommandLine.arguments,
                pages: Self.makeConsole)
        } catch {
            error.lines.forEach(Output.error)
            throw ExitCode(2)
        }
    }

    @Sendable private static func makeConsole(_ view: DaemonView) -> any AdminPages { Console(view) }

    private func openStore(_ path: String?) throws(StartupFault) -> LinkStore? {
        try StorePlace(named: path).openForService(report: Output.error)
    }

    /// The settings given on the command line, by flag.
    private var flags: [String: [String]] {
        var flags: [String: [String]] = [:]
        if !listen.isEmpty { flags["listen"] = listen }
        if let settings { flags["settings"] = [settings] }
        if !bundleKey.isEmpty { flags["bundle-key"] = bundleKey }
        if let bundleFolder { flags["bundle-folder"] = [bundleFolder] }
        if let bundlePoll { flags["bundle-poll"] = [bundlePoll] }
        if let bundleAuthorities { flags["bundle-ca"] = [bundleAuthorities] }
        if let edge { flags["edge"] = [edge] }
        if let admin { flags["admin"] = [admin] }
        if !api.isEmpty { flags["api"] = api }
        if !cors.isEmpty { flags["cors"] = cors }
        if let store = store.store { flags["store"] = [store] }
        if let workers { flags["workers"] = [workers] }
        if !trustedPeers.isEmpty { flags["trusted-peers"] = trustedPeers }
        if let countryHeader { flags["country-header"] = [countryHeader] }
        if !geo.isEmpty { flags["geo"] = geo }
        if let pageHost { flags["page-host"] = [pageHost] }
        if let deniedTargets { flags["denied-targets"] = [deniedTargets] }
        if let tokensFile { flags["tokens-file"] = [tokensFile] }
        if let accessLog { flags["access-log"] = [accessLog] }
        if let decisionLog { flags["decision-log"] = [decisionLog] }
        if let auditLog { flags["audit-log"] = [auditLog] }
        if let logFormat { flags["log-format"] = [logFormat] }
        if !pageKeyFile.isEmpty { flags["page-key-file"] = pageKeyFile }
        if !ticketKeyFile.isEmpty { flags["ticket-key-file"] = ticketKeyFile }
        if let maskKeyFile { flags["mask-key-file"] = [maskKeyFile] }
        if let control { flags["control"] = [control] }
        if let shadow { flags["shadow"] = [shadow] }
        if let traces { flags["traces"] = [traces] }
        if let events { flags["events"] = [events] }
        if let eventsWebhook { flags["events-webhook"] = [eventsWebhook] }
        if let eventsSecretFile { flags["events-secret-file"] = [eventsSecretFile] }
        if let source { flags["source"] = [source] }
        if let sourcePasswordFile { flags["source-password-file"] = [sourcePasswordFile] }
        if let links { flags["links"] = [links] }
        if !linksKey.isEmpty { flags["links-key"] = linksKey }
        if let linksPoll { flags["links-poll"] = [linksPoll] }
        if let linksAuthorities { flags["links-ca"] = [linksAuthorities] }
        if let node { flags["node"] = [node] }
        if development { flags["development"] = ["true"] }
        if !certificates.isEmpty { flags["tls-certificate"] = certificates }
        if !keys.isEmpty { flags["tls-key"] = keys }
        if let acmeFolder { flags["acme-folder"] = [acmeFolder] }
        return flags
    }
}
