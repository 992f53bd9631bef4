import ArgumentParser
import ByteText
import Configuration
import Daemon
import Glibc
import Routing
import Rules
import Settings

/// `--rules`, and loading what it names.
struct RulesOption: ParsableArguments {
    @Option(help: .setting("rules"), completion: .directory)
    var rules: String?

    /// Where the rules are: a directory, or the address of a bundle: the flag, `FINGERPOST_RULES`, `rules` in the current directory, or the system's.
    static func place(_ given: String?) -> String {
        if let path = given ?? Environment.variables["FINGERPOST_RULES"] { return path }
        // Safe: Swift lends the string's bytes for the time of the call.
        return unsafe access("rules", R_OK) == 0 ? "rules" : "/etc/fingerpost/rules"
    }

    /// Loads the rules, and applies what the daemon's settings say of all sites. Of an address, they are those of the bundle
    /// that the daemon on this machine keeps.
    static func load(_ given: String?) throws -> LoadedRules {
        var loaded: LoadedRules
        let place = place(given)
        if BundleAddress.isAddress(place) {
            let file = try settings(given).file
            let settings = SettingsResolver.resolve(file: file, environment: Environment.variables).settings
            loaded = try KeptBundles.rules(of: place, settings, usualStore: StorePlace(named: nil).directory)
        } else {
            do throws(RuleDirectoryFault) { loaded = try RuleDirectory.load(path: place) } catch {
                throw Failure(error.description)
            }
        }
        do throws(RuleDirectoryFault) { try loaded.addSettings(file: ownSettings) } catch {
            throw Failure(error.description)
        }
        loaded.apply(SettingsResolver.resolve(file: loaded.settings, environment: Environment.variables).settings)
        return loaded
    }

    /// The file of this machine's own settings.
    private static var ownSettings: String? {
        SettingsResolver.resolve(environment: Environment.variables).settings.settingsFile
    }

    /// What the `fingerpost.yaml` of a rules directory sets, overridden by the machine's own file, and the faults of both. A
    /// bundle's sets nothing of a machine's.
    static func settings(_ given: String?) throws -> (file: SettingsFile, diagnostics: [FileDiagnostic]) {
        let place = place(given)
        do throws(RuleDirectoryFault) {
            let shared = BundleAddress.isAddress(place) ? (SettingsFile(), []) : try RuleDirectory.settings(path: place)
            guard let path = ownSettings else { return shared }
            let own = try RuleDirectory.settings(file: path)
            return (shared.0.overridden(by: own.file), shared.1 + own.diagnostics)
        } catch {
            throw Failure(error.description)
        }
    }

    /// The compiled rule set, or exit code 2 with the diagnostics on standard error. What is shown from then on has the
    /// masks of the daemon whose rules and store these are.
    ///
    /// - Parameters:
    ///   - place: The daemon's store, where an option may name it.
    ///   - alsoConsulted: Facts that are wanted although no rule asks for them.
    func ruleSet(_ place: StorePlace? = nil, alsoConsulted: FactSet = FactSet()) throws -> RuleSet {
        try compiled(place, alsoConsulted: alsoConsulted).ruleSet
    }

    /// The same, with what was loaded: where each rule stands.
    func compiled(
        _ place: StorePlace? = nil, alsoConsulted: FactSet = FactSet()
    ) throws -> (loaded: LoadedRules, ruleSet: RuleSet) {
        let loaded = try Self.load(rules)
        MaskKeyOption.install(loaded.settings, beside: place)
        for diagnostic in loaded.diagnostics where diagnostic.severity == .error { Output.diagnostic(diagnostic) }
        guard !loaded.hasErrors else { throw ExitCode(2) }
        return (
            loaded, RuleSet(loaded, development: DevelopmentMode.isOn(loaded), alsoConsulted: alsoConsulted)
        )
    }
}

/// Whether `development` is set, by the environment or the file; commands read it there as the daemon does.
enum DevelopmentMode {
    static func isOn(_ loaded: LoadedRules) -> Bool {
        SettingsResolver.resolve(file: loaded.settings, environment: Environment.variables).settings.development
    }
}
