import Access
public import AdminPages
import ByteText
import Clicks
import Configuration
import Glibc
import Libevent
import LinkSource
public import LinkStore
import Locations
import NodeLinks
import OpenSSL
import Pages
import Routing
import RuleBundle
import RuleDelivery
import Rules
import Server
public import ServiceFiles
public import Settings
import Telemetry
import Threads

/// Loads everything that a daemon serves, and reloads it at run time: rules, settings, certificates, tokens, keys.
///
///     let loader = try DaemonLoader(rules: "rules", environment: variables, flags: flags, report: print)
///     let daemon = try loader.start(store, version: "1.0", arguments: CommandLine.arguments)
///     try daemon.run()
public final class DaemonLoader: Sendable {
    /// The settings in force.
    public var settings: DaemonSettings { current.value }
    let current: CurrentSettings
    private let source: RuleSource
    private let environment: [String: String]
    private let flags: [String: [String]]
    let report: @Sendable (String) -> Void
    let certificates: FrontCertificates
    let pageKeys: PageKeys
    private let locations: CurrentLocations
    private let tokens = CurrentTokens()
    /// Returns the tokens file of given settings, once the store is known.
    private let tokensFile = Locked<(@Sendable (DaemonSettings) -> TokensFile)?>(nil)
    private let firstRules: Locked<(ruleSet: RuleSet, loaded: LoadedRules)?>
    /// The sockets of the settings, until they are passed to the daemon.
    private let listeners: Locked<BoundListeners?>
    private let storeDirectory = Locked<String?>(nil)
    /// Keeps the rule sets that come into force; `nil` without a store.
    private let ruleSets = Locked<RuleSetRecorder?>(nil)
    /// The hash of the rules that the workers have, or are about to receive, which a node reports to its source.
    let rulesInUse = Locked("")

    /// Loads the rules, resolves the settings, reads certificates and keys, checks everything else in the settings, and binds
    /// the listeners: anything that would prevent the daemon from starting is an error before a store or token is created.
    /// Fetching rules may take minutes if their server does not respond.
    ///
    /// - Parameters:
    ///   - rules: The rules directory, or the address of a bundle.
    ///   - usualStore: The default directory of the store, which also contains kept bundles.
    ///   - environment: The environment variables.
    ///   - flags: The values of each setting's flag (`listen`, `decision-log`), in the order of the command line.
    ///   - report: Receives lines for the operator, now and at run time; called on any thread.
    public init(
        rules: String, usualStore: String, environment: [String: String], flags: [String: [String]],
        report: @escaping @Sendable (String) -> Void
    ) throws(StartupFault) {
        self.environment = environment
        self.flags = flags
        self.report = report
        source = try RuleSource(rules, usualStore: usualStore, environment, flags, report: report)
        let (loaded, resolved) = try source.first { Self.resolve($0, environment, flags) }
        let settings = resolved.settings
        current = CurrentSettings(resolved, rules: source.place) { [source] in
            source.settings { Self.resolve($0, environment, flags) }
        }
        let diagnostics = resolved.diagnostics + loaded.diagnostics
        let lines = diagnostics.flatMap(\.lines)
        guard !diagnostics.contains(where: { $0.severity == .error }) else { throw StartupFault(lines: lines) }
        lines.forEach(report)
        let trusted = try TrustedPeers(settings)
        certificates = try FrontCertificates(settings, loaded.sites, report: report)
        locations = CurrentLocations(try Self.locations(settings))
        pageKeys = PageKeys(secrets: try Self.pageSecrets(settings, report))
        certificates.tickets.state(try Self.ticketSecrets(settings, report))
        try Self.check(settings, source)
        try Self.checkPlaces(settings, store: settings.store ?? usualStore, environment)
        try Self.checkLogs(settings)
        listeners = Locked(try Self.bind(settings, trusted, certificates, environment))
        firstRules = Locked((RuleSet(loaded, development: settings.development), loaded))
    }

    /// The location files of the settings, or `nil` if there are none.
    private static func locations(_ settings: DaemonSettings) throws(StartupFault) -> Locations? {
        guard !settings.geoFiles.isEmpty else { return nil }
        do throws(LocationFault) { return try Locations(settings.geoFiles) } catch {
            throw StartupFault("geo: \(error)")
        }
    }

    private static func pageSecrets(
        _ settings: DaemonSettings, _ report: (String) -> Void
    ) throws(StartupFault) -> [[UInt8]] {
        try secrets(settings.pageKeyFiles, "the page key file", report)
    }

    private static func ticketSecrets(
        _ settings: DaemonSettings, _ report: (String) -> Void
    ) throws(StartupFault) -> [[UInt8]] {
        try secrets(settings.ticketKeyFiles, "the ticket key file", report)
    }

    private static func secrets(
        _ files: [String], _ what: String, _ report: (String) -> Void
    ) throws(StartupFault) -> [[UInt8]] {
        var secrets: [[UInt8]] = []
        do throws(FileFault) {
            for path in files { secrets.append(try SecretFile.secret(path, what, report: report)) }
        } catch {
            throw StartupFault(error.description)
        }
        return secrets
    }
}

// MARK: - Starting

extension DaemonLoader {
    /// Starts the daemon. When this returns, it serves, and its ready line has been reported. Called once.
    ///
    /// Blocks signals until ``Daemon/run()`` handles them.
    ///
    /// - Parameters:
    ///   - store: The short links, or `nil` without a store.
    ///   - version: The program's version, for metrics.
    ///   - arguments: The command line of the program, for its successor (SIGUSR2).
    ///   - pages: Creates the web console, or `nil` for none. Called once, before anything is served.
    public func start(
        _ store: LinkStore?, version: String, arguments: [String],
        pages: (@Sendable (DaemonView) throws -> any AdminPages)? = nil
    ) throws(StartupFault) -> Daemon {
        // The loaded rules are not kept in addition to the daemon's: a reload must free the old rules.
        let taken = firstRules.withLock { rules in
            defer { rules = nil }
            return rules
        }
        guard let (ruleSet, loaded) = taken else { preconditionFailure("a loader starts one daemon") }
        // Nor are the sockets, which a drain closes.
        let listeners = listeners.withLock { listeners in
            defer { listeners = nil }
            return listeners
        }
        rulesInUse.withLock { $0 = ruleSet.hash }
        var resources: DaemonResources
        tokensFile.withLock { [report] in $0 = { TokensFile($0.tokensFile, beside: store, report: report) } }
        do {
            resources = try self.resources(store, version: version, arguments: arguments)
        } catch {
            throw StartupFault("\(error)")
        }
        resources.ruleSets = store?.directory.map { RuleSetRecorder(beside: $0, report: report) }
        ruleSets.withLock { $0 = resources.ruleSets }
        resources.ruleSets?.keep(loaded, development: settings.development)
        warnOfDeferredWithoutKey(ruleSet)
        resources.adminPages = pages
        resources.shadowCandidate = { [self] shadow in
            ShadowCandidate(directory: shadow.rules, share: shadow.share) { [self] in loadShadow(shadow.rules) }
        }
        resources.shadow = settings.shadow.flatMap(resources.shadowCandidate)
        resources.loadRules = { [self] in try rulesWithTexts($0, $1) }
        storeDirectory.withLock { $0 = store?.directory }
        resources.writtenRules = { [self] settings in try writtenRules(settings) }
        warnOfMissingChallengeFolder()
        if case .bundles(let puller) = source {
            resources.bundles = (puller, { [self] in adopt($0, from: puller) })
        }
        let daemon: Daemon
        do {
            daemon = try Daemon(settings, resources, listeners: listeners, ruleSet: ruleSet) { [self] in
                reloadTokens(settings) ?? reload()
            }
            daemon.holdSignals()
            try daemon.start()
            resources.links.start()
        } catch let fault as StartupFault {
            throw fault
        } catch {
            throw StartupFault("can't serve: \(error)")
        }
        warnOfExposed(daemon)
        report(daemon.readyLine(ruleSet))
        return daemon
    }

    private func resources(
        _ store: LinkStore?, version: String, arguments: [String]
    ) throws -> DaemonResources {
        var resources = DaemonResources()
        resources.settings = current
        current.note(store: store?.directory)
        try MaskKeyFile.installForService(settings.maskKeyFile, beside: store, report: report)
        try keepPageKey(store)
        resources.links.store = store
        resources.tokens = tokens
        tokens.replace(with: try tokensFile(of: settings).loadOrMake())
        resources.links.source = try sourceNode(store, tokens, version: version)
        resources.links.follower = try linkFollower(store)
        resources.certificates = certificates
        resources.locations = locations
        // Secrets from the predecessor, and those that this process will pass to its successor.
        pageKeys.adopt(InheritedSecret.pageKeys.receive(environment))
        certificates.tickets.adopt(InheritedSecret.ticketKeys.receive(environment))
        resources.pageTokens = PageTokens(pageKeys)
        resources.serviceManager = ServiceManager(environment)
        resources.successor = SuccessorCommand(arguments: arguments, environment: environment, report: report)
        resources.version = version
        resources.report = report
        return resources
    }

    /// The rules directory and the history of its files, if the settings allow writing them.
    private func writtenRules(
        _ settings: DaemonSettings
    ) throws(StartupFault) -> (directory: String, history: RulesHistory)? {
        guard settings.consoleWritesRules else { return nil }
        guard case .directory(let path) = source else { return nil }
        guard let history = settings.rulesHistory ?? storeDirectory.withLock(\.self).map({ "\($0)/rules-history" })
        else {
            throw StartupFault(
                "console.write_rules: there is no store for the rule history; set a directory (console.history)"
            )
        }
        do throws(FileFault) { return (path, try RulesHistory(history)) } catch {
            throw StartupFault("console.history: \(error)")
        }
    }

    /// The rules in the current files, with the files' texts, for findings.
    ///
    /// Changed files are a draft, by a user who must not be able to select files for this process to read.
    ///
    /// - Parameter changed: Files that replace those with equal paths.
    private func rulesWithTexts(
        _ changed: [(path: String, bytes: [UInt8])], _ limit: WorkLimit?
    ) throws(StartupFault) -> LoadedRules {
        let loaded: LoadedRules
        switch source {
        case .directory(let path):
            do throws(RuleDirectoryFault) {
                loaded = try RuleDirectory.load(path, with: changed, named: path, limit: limit)
            } catch { throw StartupFault(error.description) }
        case .bundles(let puller): loaded = puller.current?.rules(replacing: changed, limit: limit) ?? LoadedRules()
        }
        return try RuleSource.prepared(loaded, resolve, reading: NamedFiles(namedBy: settings)).0
    }

    /// Seals pages with a key that is kept next to the links, unless the settings name one or nodes share some.
    private func keepPageKey(_ store: LinkStore?) throws(FileFault) {
        guard settings.pageKeyFiles.isEmpty, settings.source == nil, let directory = store?.directory,
            let secret = try PageKeyFile.secret(in: directory, report: report)
        else { return }
        pageKeys.keep(secret: secret, at: WallClock.now.seconds)
    }

    private func warnOfDeferredWithoutKey(_ ruleSet: RuleSet) {
        guard !pageKeys.sealsInstalls else { return }
        for site in ruleSet.sites where site.deferred != nil {
            report(
                "\(site.name): `deferred` needs a key, and there is no page_key_file: links carry no tokens to stores")
        }
    }

    /// Warns if the challenge folder is missing. It may be created later, but a typo would otherwise be noticed only when a
    /// certificate is renewed.
    private func warnOfMissingChallengeFolder() {
        // Safe: the string's bytes are valid for the duration of the call.
        guard let folder = settings.challengeFolder, unsafe access(folder, X_OK) != 0 else { return }
        report("acme_folder: \(folder) is not an accessible directory: challenges get no response")
    }

    /// Warns of reachable addresses without TLS. Edge and admin have no TLS, and are intended for this machine; the app API
    /// may use TLS.
    private func warnOfExposed(_ daemon: Daemon) {
        for kind in [ListenerKind.edge, .admin, .api] {
            for address in daemon.exposedAddresses(of: kind) {
                report(
                    "listen.\(kind): warning: other machines can reach \(address) without TLS: requests, responses "
                        + "and secrets cross the network in clear text; bind it to loopback, or put a TLS proxy in front"
                )
            }
        }
    }
}

// MARK: - Reloading

extension DaemonLoader {
    /// The configured tokens file.
    private func tokensFile(of settings: DaemonSettings) -> TokensFile {
        tokensFile.withLock(\.self)?(settings) ?? TokensFile(path: settings.tokensFile, report: report)
    }

    /// Applies the tokens file; returns the refusal if it can't be read. This precedes other checks: revoked tokens must stop
    /// working even if the rules have errors.
    private func reloadTokens(_ settings: DaemonSettings) -> Daemon.Reload? {
        do throws(FileFault) {
            tokens.replace(with: try tokensFile(of: settings).load())
            return nil
        } catch {
            report("reload: \(error); keeping the old tokens and the old rules")
            return .refused([error.description])
        }
    }

    /// Reloads the rules, the certificates and the keys. An error in any of them changes nothing.
    private func reload() -> Daemon.Reload {
        switch source {
        case .directory(let path):
            do throws(StartupFault) { return use(try RuleSource.load(directory: path)) } catch {
                report("reload: \(error.lines.joined(separator: "; ")); keeping the old rules")
                return .refused(error.lines)
            }
        case .bundles(let puller): return reload(from: puller)
        }
    }

    private func resolve(_ file: SettingsFile) -> ResolvedSettings { Self.resolve(file, environment, flags) }

    private static func resolve(
        _ file: SettingsFile, _ environment: [String: String], _ flags: [String: [String]]
    ) -> ResolvedSettings {
        SettingsResolver.resolve(file: file, environment: environment, flags: flags)
    }

    /// Applies loaded rules, unless they have errors.
    private func use(_ rules: LoadedRules) -> Daemon.Reload {
        let (loaded, resolved): (LoadedRules, ResolvedSettings)
        do throws(StartupFault) { (loaded, resolved) = try RuleSource.prepared(rules, resolve) } catch {
            report("reload: \(error.lines.joined(separator: "; ")); keeping the old rules")
            return .refused(error.lines)
        }
        loaded.diagnostics.flatMap(\.lines).forEach(report)
        let lines = loaded.diagnostics.map(\.rendered)
        guard !loaded.hasErrors else {
            report("reload: the rules have errors; keeping the old ones")
            return .refused(lines)
        }
        let tokens: TokenList?
        do throws(StartupFault) { tokens = try check(resolved) } catch {
            report("reload: \(error.lines.joined(separator: "; ")); keeping the old settings and the old rules")
            return .refused(error.lines)
        }
        if let lines = reloadKeys(loaded, resolved.settings) { return .refused(lines) }
        if let tokens { self.tokens.replace(with: tokens) }
        reloadLocations(resolved.settings)
        let ruleSet = RuleSet(loaded, development: resolved.settings.development)
        if rulesInUse.withLock(\.self) != ruleSet.hash {
            ruleSets.withLock(\.self)?.keep(loaded, development: ruleSet.development)
        }
        rulesInUse.withLock { $0 = ruleSet.hash }
        return .loaded(ruleSet, settings: resolved, warnings: lines)
    }

    /// Throws if a reload can't apply settings, or a daemon could not start with them: a restart must not fail because of
    /// settings that a reload has accepted.
    ///
    /// - Returns: The tokens, if the settings specify a tokens file other than the one in force; otherwise `nil`.
    private func check(_ next: ResolvedSettings) throws(StartupFault) -> TokenList? {
        let errors = next.diagnostics.filter { $0.severity == .error }
        guard errors.isEmpty else { throw StartupFault(lines: errors.map(\.rendered)) }
        _ = try TrustedPeers(next.settings)
        _ = try TrustedPeers(current.reloading(next))
        try Self.check(next.settings, source)
        _ = try writtenRules(next.settings)
        if DaemonLogs.Paths(next.settings) != DaemonLogs.Paths(current.value) { try Self.checkLogs(next.settings) }
        guard next.settings.tokensFile != settings.tokensFile else { return nil }
        do throws(FileFault) { return try tokensFile(of: next.settings).load() } catch {
            throw StartupFault("tokens_file: \(error)")
        }
    }

    /// Loads the candidate rules, with the settings as they would be if these rules were active.
    private func loadShadow(_ directory: String) -> Result<RuleSet, ShadowFault> {
        let loaded: LoadedRules
        do throws(StartupFault) {
            loaded = try RuleSource.prepared(try RuleSource.load(directory: directory), resolve).0
        } catch {
            report("shadow: \(error.lines.joined(separator: "; "))")
            return .failure(ShadowFault(lines: error.lines))
        }
        let lines = loaded.diagnostics.map(\.rendered)
        loaded.diagnostics.flatMap(\.lines).forEach { report("shadow: \($0)") }
        guard !loaded.hasErrors else { return .failure(ShadowFault(lines: lines)) }
        return .success(RuleSet(loaded, development: settings.development))
    }

    /// Polls the bundle server immediately. Everything else is reloaded even if the server is unreachable.
    private func reload(from puller: BundlePuller) -> Daemon.Reload {
        let result = puller.lookNow()
        if case .found(let found) = result, let outcome = adopt(found, from: puller) { return outcome }
        guard let current = puller.current else { preconditionFailure("a daemon runs without rules") }
        let outcome = use(current.rules())
        guard case .failed(let fault) = result, case .loaded = outcome else { return outcome }
        report("reload: \(fault); keeping revision \(current.manifest.revision)")
        return .unavailable(fault.description, outcome.ruleSet, settings: outcome.settings)
    }

    /// Adopts a found bundle, unless its rules have errors; `nil` if a newer one is active by now. The result is reported to
    /// the puller when the workers have the rules.
    private func adopt(_ found: FoundBundle, from puller: BundlePuller) -> Daemon.Reload? {
        if puller.isOutdated(found) { return nil }
        report("bundle: revision \(found.bundle.manifest.revision) of \(puller.address)")
        puller.propose(found)
        return use(found.bundle.rules())
    }

    /// Reads the location files again. If one is bad, the previous files are kept, and the rules are replaced regardless:
    /// location files are updated by another program, at any time.
    private func reloadLocations(_ settings: DaemonSettings) {
        do throws(StartupFault) { locations.replace(with: try Self.locations(settings)) } catch {
            report("reload: \(error.lines[0]); keeping the old files")
        }
    }

    /// Applies the current certificates and the secrets of pages and tickets; returns the problems if that fails.
    private func reloadKeys(_ loaded: LoadedRules, _ settings: DaemonSettings) -> [String]? {
        let (pageSecrets, ticketSecrets): ([[UInt8]], [[UInt8]])
        do throws(StartupFault) { pageSecrets = try Self.pageSecrets(settings, report) } catch {
            report("reload: \(error.lines[0]); keeping the old page keys and the old rules")
            return error.lines
        }
        do throws(StartupFault) { ticketSecrets = try Self.ticketSecrets(settings, report) } catch {
            report("reload: \(error.lines[0]); keeping the old ticket keys and the old rules")
            return error.lines
        }
        do throws(StartupFault) {
            try certificates.reload(settings, loaded.sites, report: report)
        } catch {
            error.lines.forEach(report)
            report("reload: the certificates have errors; keeping the old ones and the old rules")
            return error.lines
        }
        pageKeys.replace(secrets: pageSecrets, at: Int64(time(nil)))
        certificates.tickets.state(ticketSecrets)
        return nil
    }
}
