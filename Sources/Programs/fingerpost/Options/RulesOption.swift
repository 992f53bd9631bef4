import ArgumentParser
import ByteText
import Client
import Configuration
import Devices
import Glibc
import Routing
import RuleDelivery
import Rules
import ServiceFiles
import Settings
import Terminal

/// `--rules`, and loading the rules.
struct RulesOption: ParsableArguments {
    @Option(help: .setting("rules"), completion: .directory)
    var rules: String?

    /// The place of the rules, a directory or a bundle URL: the flag, `FINGERPOST_RULES`, `rules` in the current
    /// directory, or the system's directory.
    static func place(_ given: String?) -> String {
        if let path = given ?? ProcessEnvironment.variables["FINGERPOST_RULES"] { return path }
        // Safe: the string's bytes are valid for the duration of the call.
        return unsafe access("rules", R_OK) == 0 ? "rules" : "/etc/fingerpost/rules"
    }

    /// Loads the rules, and applies the daemon's settings for all sites. For a URL, loads the bundle cached by the
    /// daemon on this machine.
    static func load(_ given: String?) throws -> LoadedRules {
        var loaded: LoadedRules
        let place = place(given)
        if ServerURL.isAddress(place) {
            let file = try settings(given).file
            let settings = SettingsResolver.resolve(file: file, environment: ProcessEnvironment.variables).settings
            loaded = try KeptBundles.rules(of: place, settings, usualStore: StorePlace(named: nil).directory)
        } else {
            do throws(RuleDirectoryFault) { loaded = try RuleDirectory.load(path: place) } catch {
                throw Failure(error.description)
            }
        }
        do throws(RuleDirectoryFault) { try loaded.addSettings(file: ownSettings) } catch {
            throw Failure(error.description)
        }
        loaded.apply(
            SettingsResolver.resolve(file: loaded.settings, environment: ProcessEnvironment.variables).settings)
        return loaded
    }

    /// The machine's own settings file.
    private static var ownSettings: String? {
        SettingsResolver.resolve(environment: ProcessEnvironment.variables).settings.settingsFile
    }

    /// The settings of a rules directory's `fingerpost.yaml`, overridden by the machine's own file, and the faults of
    /// both. A bundle can't set per-node settings.
    static func settings(_ given: String?) throws -> (file: SettingsFile, diagnostics: [FileDiagnostic]) {
        let place = place(given)
        do throws(RuleDirectoryFault) {
            let shared = ServerURL.isAddress(place) ? (SettingsFile(), []) : try RuleDirectory.settings(path: place)
            guard let path = ownSettings else { return shared }
            let own = try RuleDirectory.settings(file: path)
            return (shared.0.overridden(by: own.file), shared.1 + own.diagnostics)
        } catch {
            throw Failure(error.description)
        }
    }

    /// The device corrections of a rules directory. If it has errors, the program ends as in ``ruleSet(_:alsoConsulted:)``.
    static func corrections(_ given: String?) throws -> [DeviceCorrection] {
        let loaded = try load(given)
        try endOnErrors(loaded)
        return loaded.corrections.map(\.correction)
    }

    /// The device corrections in force here, for a click without a link: those of the default rules, which need not exist. If
    /// they can't be read, a line on standard error reports that.
    static func standingCorrections() throws -> [DeviceCorrection] {
        do {
            let file = try settings(nil).file
            let named = SettingsResolver.resolve(file: file, environment: ProcessEnvironment.variables).settings.devices
            guard named != nil || ServerURL.isAddress(place(nil)) else { return [] }
            return try corrections(nil)
        } catch let failure as Failure {
            Output.error("warning: without the device corrections of \(place(nil)): \(failure.message)")
            return []
        }
    }

    private static func endOnErrors(_ loaded: LoadedRules) throws {
        for diagnostic in loaded.diagnostics where diagnostic.severity == .error { Output.diagnostic(diagnostic) }
        guard !loaded.hasErrors else { throw ExitCode(2) }
    }

    /// The compiled rule set. If there are errors, the program ends with exit code 2 and the diagnostics on standard
    /// error. Subsequent output uses the mask key of the daemon with these rules and this store.
    ///
    /// - Parameters:
    ///   - place: The daemon's store, if an option may name it.
    ///   - alsoConsulted: Facts to be consulted even if no rule uses them.
    func ruleSet(_ place: StorePlace? = nil, alsoConsulted: FactSet = FactSet()) throws -> RuleSet {
        try compiled(place, alsoConsulted: alsoConsulted).ruleSet
    }

    /// The compiled rule set as in ``ruleSet(_:alsoConsulted:)``, and the loaded rules with the place of each rule.
    func compiled(
        _ place: StorePlace? = nil, alsoConsulted: FactSet = FactSet()
    ) throws -> (loaded: LoadedRules, ruleSet: RuleSet) {
        let loaded = try Self.load(rules)
        MaskKeyOption.install(loaded.settings, beside: place)
        try Self.endOnErrors(loaded)
        return (
            loaded, RuleSet(loaded, development: DevelopmentMode.isOn(loaded), alsoConsulted: alsoConsulted)
        )
    }
}

/// Whether `development` is set by the environment or the file, which commands read like the daemon.
enum DevelopmentMode {
    static func isOn(_ loaded: LoadedRules) -> Bool {
        SettingsResolver.resolve(file: loaded.settings, environment: ProcessEnvironment.variables).settings.development
    }
}
