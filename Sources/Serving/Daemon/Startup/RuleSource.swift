import Configuration
import RuleBundle
import Rules
import Settings

/// Where a daemon has its rules from.
enum RuleSource: Sendable {
    /// A directory of this machine.
    case directory(String)
    /// A server of signed bundles.
    case bundles(BundlePuller)

    /// - Parameters:
    ///   - rules: A directory, or an address.
    ///   - usualStore: The store's directory where no setting names one.
    init(
        _ rules: String, usualStore: String, _ environment: [String: String], _ flags: [String: [String]],
        report: @escaping @Sendable (String) -> Void
    ) throws(StartupFault) {
        guard BundleAddress.isAddress(rules) else {
            self = .directory(rules)
            return
        }
        // What says where the rules are can't come with them.
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
        let address: BundleAddress
        do throws(BundleAddress.Fault) { address = try BundleAddress(rules) } catch {
            throw StartupFault(error.description)
        }
        guard !settings.bundleKeys.isEmpty else {
            throw StartupFault(
                "rules: \(address): a bundle is used only if it is signed: name the public key with --bundle-key")
        }
        let keys = BundleKeys(settings.bundleKeys)
        let folder = BundleFolder(KeptBundles.directory(settings, usualStore: usualStore), for: address)
        do throws(FileFault) {
            _ = try keys.load()
            try folder.prepare()
        } catch { throw StartupFault(error.description) }
        return BundlePuller(
            BundleFetch(address: address, authorities: settings.bundleAuthorities), keys: keys, folder: folder,
            interval: settings.bundlePoll, report: report)
    }

    // MARK: - Loading

    typealias Resolve = (SettingsFile) -> ResolvedSettings

    /// The rules to start with, and the settings that follow from them; the errors of either are in their diagnostics.
    func first(_ resolve: Resolve) throws(StartupFault) -> (LoadedRules, ResolvedSettings) {
        switch self {
        case .directory(let path): try Self.prepared(try Self.load(directory: path), resolve)
        case .bundles(let puller): try Self.first(puller, resolve)
        }
    }

    /// Rules with the settings that hold for them: those of the machine's own file, of the environment and the flags.
    ///
    /// - Parameter files: The files that the settings may name; of a draft, those of the rules in force.
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

    /// The settings in the current files, without rules; `nil` if the files can't be read. A bundle's are those of the
    /// bundle in use.
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
            return try RuleDirectory.load(path: directory, keepsSources: false)
        } catch {
            throw StartupFault(error.description)
        }
    }

    /// The newest of what the server has and what is kept: the server's, unless it is away, or has none that can be used.
    private static func first(
        _ puller: BundlePuller, _ resolve: Resolve
    ) throws(StartupFault) -> (LoadedRules, ResolvedSettings) {
        let kept = puller.openKept()
        // Service managers wait for a minute and a half; with a bundle at hand, nobody should wait that long.
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
        guard let kept else { preconditionFailure("there is no bundle that the server's could be") }
        if puller.status.lastSuccess == nil {
            puller.report("bundle: warning: starting with the kept revision \(kept.manifest.revision)")
        }
        return try prepared(kept.rules(), resolve)
    }
}
