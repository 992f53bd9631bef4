import RuleDelivery
import Telemetry
import Access
import ServiceFiles
import Glibc
import Libevent
import Server
import Settings
import Threads

/// Checks before a store, a token or a key is created.
extension DaemonLoader {
    /// Throws if the control socket can't be created at its path. Creates nothing.
    ///
    /// - Parameter store: The store's directory, which need not exist.
    static func checkPlaces(
        _ settings: DaemonSettings, store: String, _ environment: [String: String]
    ) throws(StartupFault) {
        try ControlServer.check(
            settings.control, store: store, replacing: Handover.predecessor(in: environment))
    }

    /// Throws the first fault that would prevent a daemon with these settings from starting or reloading. Creates nothing,
    /// and reports no warnings, which follow when the daemon starts.
    static func check(_ settings: DaemonSettings, _ source: RuleSource) throws(StartupFault) {
        if settings.consoleWritesRules, case .bundles = source {
            throw StartupFault(
                "console.write_rules: the rules are from a bundle; change its sources, and sign a new one")
        }
        _ = try CheckedSettings(settings) { _ in }
        if settings.consoleWritesRules, let history = settings.rulesHistory {
            do throws(FileFault) { try RulesHistory.check(history) } catch {
                throw StartupFault("console.history: \(error)")
            }
        }
        if let source = settings.source { _ = try parameters(source, settings) }
        _ = try publication(settings)
        try checkSecrets(settings)
    }

    /// The tokens file is created on the first start; an existing one must be readable.
    private static func checkSecrets(_ settings: DaemonSettings) throws(StartupFault) {
        do throws(FileFault) {
            // Safe: the string's bytes are valid during the call.
            if let path = settings.tokensFile, unsafe access(path, F_OK) == 0 {
                _ = try TokensFile(path: path) { _ in }.load()
            }
            if let path = settings.maskKeyFile { _ = try SecretFile.secret(path, "the mask key file") { _ in } }
        } catch { throw StartupFault(error.description) }
    }

    /// Throws if a log can't be opened or created. Creates nothing.
    static func checkLogs(_ settings: DaemonSettings) throws(StartupFault) {
        let logs = [
            ("access", settings.accessLog), ("decisions", settings.decisionLog), ("audit", settings.auditLog),
        ]
        for case (let name, let path?) in logs {
            do throws(LogFault) { try LogFile.check(path) } catch {
                throw StartupFault("logs.\(name): \(error)")
            }
        }
    }

    /// Binds the listeners, and adopts inherited sockets.
    static func bind(
        _ settings: DaemonSettings, _ trusted: TrustedPeers, _ certificates: FrontCertificates,
        _ environment: [String: String]
    ) throws(StartupFault) -> BoundListeners {
        let server = ServerSettings(
            settings, trusted: trusted, certificates, workers: settings.workers ?? Processors.count)
        do {
            return try BoundListeners(server, inherited: try InheritedSocket.adopt(environment))
        } catch let fault as ListenFault {
            throw StartupFault(sentence(fault))
        } catch { throw StartupFault("can't serve: \(error)") }
    }

    /// The setting of the address, the problem, and the remedy.
    private static func sentence(_ fault: ListenFault) -> String {
        let side = fault.kind == .redirect ? ListenerKind.front : fault.kind
        let name = "listen.\(side)"
        let setting = SettingDescription.all.first { $0.name == name }
        let ways = [setting?.flag, setting?.variable, name].compactMap(\.self).joined(separator: ", ")
        let remedy =
            switch fault.cause.code {
            case EADDRINUSE: "another process listens there (ss -ltnp shows which); stop it, or set another address"
            case EACCES:
                "this user may not listen there; ports below 1024 need fingerpost.socket or CAP_NET_BIND_SERVICE"
            case EADDRNOTAVAIL: "no interface of this machine has the address; set another one"
            default: "set another address"
            }
        return "\(name): \(fault.cause); \(remedy) (\(ways))"
    }
}
