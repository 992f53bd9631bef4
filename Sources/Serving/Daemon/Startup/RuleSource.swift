import RuleDelivery
import ServiceFiles
import Client
import Configuration
import RuleBundle
import Rules
import Settings

/// The origin of a daemon's rules.
enum RuleSource: Sendable {
    /// A directory on this machine.
    case directory(String)
    /// A server of signed bundles.
    case bundles(BundlePuller)

    /// - Parameters:
    ///   - rules: A directory, or an address.
    ///   - usualStore: The default directory of the store.
    init(
        _ rules: String, usualStore: String, _ environment: [String: String], _ flags: [String: [String]],
        report: @escaping @Sendable (String) -> Void
    ) throws(StartupFault) {
        guard ServerURL.isAddress(rules) else {
            self = .directory(rules)
            return
        }
        // The bundle can't contain the settings that locate it.
        let (own, resolved) = try Self.prepared(LoadedRules()) { file in
            SettingsResolver.resolve(file: file, environment: environment, flags: flags)
        }
        let errors = (own.diagnostics + resolved.diagnostics).filter { $0.severity == .error }
        guard errors.isEmpty else { throw StartupFault(lines: errors.flatMap(\.lines)) }
        self = .bundles(
            try Self.puller(rules, resolved.settings, usualStore: usualStore, report: report))
    }

    /// The absolute path of the directory, or the address of the bundle.
    var place: String {
        switch self {
        case .directory(let path): FilePlace.absolute(path) ?? path
        case .bundles(let puller): puller.address.description
        }
    }

    private static func puller(
        _ rules: String, _ settings: DaemonSettings, usualStore: String, report: @escaping @Sendable (String) -> Void
    ) throws(StartupFault) -> BundlePuller {
        let address: ServerURL
        do throws(ServerURL.Fault) { address = try ServerURL(rules, statedAs: "rules", orDirectory: true) } catch {
            throw StartupFault(error.description)
        }
        guard !settings.bundleKeys.isEmpty else {
            throw StartupFault(
                "rules: \(address): bundles must be signed: set the public key with --bundle-key")
        }
        let keys = BundleKeys(settings.bundleKeys)
        let folder = BundleFolder(KeptBundles.directory(settings, usualStore: usualStore), for: address)
        do throws(FileFault) {
            _ = try keys.load()
            try folder.prepare()
        } catch { throw StartupFault(error.description) }
        // Starting the daemon checks these settings again, and reports their warnings.
        let proxy = try OutgoingProxy(settings.outgoing) { _ in }
        return BundlePuller(
            BundleFetch(address: address, authorities: settings.bundleAuthorities, proxy: proxy), keys: keys,
            folder: folder, interval: settings.bundlePoll, report: report)
    }

    // MARK: - Loading

    typealias Resolve = (SettingsFile) -> ResolvedSettings

    /// The initial rules, and the resulting settings. Errors of either are in their diagnostics.
    func first(_ resolve: Resolve) throws(StartupFault) -> (LoadedRules, ResolvedSettings) {
        switch self {
        case .directory(let path): try Self.prepared(try Self.load(directory: path), resolve)
        case .bundles(let puller): try Self.first(puller, resolve)
        }
    }

    /// Resolves the settings of rules: those of the machine's own file, the environment and the flags. Applies them to the rules.
    ///
    /// - Parameter files: The files that settings may refer to; for a draft, those of the active rules.
    static func prepared(
        _ rules: LoadedRules, _ resolve: Resolve, reading files: NamedFiles = .all
    ) throws(StartupFault) -> (LoadedRules, ResolvedSettings) {
        var loaded = rules
        do throws(RuleDirectoryFault) {
            try loaded.addSettings(file: resolve(SettingsFile()).settings.settingsFile)
        } catch { throw StartupFault("settings: \(error)") }
        let resolved = resolve(loaded.settings)
        loaded.apply(resolved.settings, reading: files)
        loaded.diagnostics += loaded.pageFindings
        return (loaded, resolved)
    }

    /// The settings in the current files, or, for a bundle, those of the active one, without rules; `nil` if the files can't
    /// be read.
    func settings(_ resolve: Resolve) -> ResolvedSettings? {
        do {
            var file: SettingsFile
            switch self {
            case .directory(let path): file = try RuleDirectory.settings(path: path).file
            case .bundles(let puller): file = puller.current?.rules().settings ?? SettingsFile()
            }
            if let own = resolve(SettingsFile()).settings.settingsFile {
                file = file.overridden(by: try RuleDirectory.settings(file: own).file)
            }
            return resolve(file)
        } catch { return nil }
    }

    static func load(directory: String) throws(StartupFault) -> LoadedRules {
        do throws(RuleDirectoryFault) {
            return try RuleDirectory.load(path: directory, forReview: false)
        } catch {
            throw StartupFault(error.description)
        }
    }

    /// Uses the newer of the server's bundle and the kept one: the server's, unless it is unreachable, or has no usable bundle.
    private static func first(
        _ puller: BundlePuller, _ resolve: Resolve
    ) throws(StartupFault) -> (LoadedRules, ResolvedSettings) {
        let kept = puller.openKept()
        // Service managers wait for a minute and a half. With a kept bundle, startup should not take that long.
        switch puller.look(isFresh: true, patience: .seconds(kept == nil ? 60 : 10)) {
        case .unchanged: break
        case .found(let found):
            let (loaded, resolved) = try prepared(found.bundle.rules(), resolve)
            guard loaded.hasErrors else {
                puller.adopt(found)
                return (loaded, resolved)
            }
            let lines = loaded.diagnostics.map(\.rendered)
            let report = loaded.diagnostics.flatMap(\.lines)
            guard kept != nil else { throw StartupFault(lines: report) }
            report.forEach(puller.report)
            puller.refuse(found, lines)
        case .failed(let fault):
            guard kept != nil else {
                throw StartupFault("no rules to start with: \(fault); no good bundle is kept in \(puller.folder.path)")
            }
        }
        guard let kept else { preconditionFailure("no usable bundle: none kept, and the server has not returned one") }
        if puller.status.lastSuccess == nil {
            puller.report("bundle: warning: starting with the kept revision \(kept.manifest.revision)")
        }
        return try prepared(kept.rules(), resolve)
    }
}
