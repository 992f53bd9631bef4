public import Configuration
import Routing
public import Rules

/// Loads a directory as it would be after the changes, before anything is written.
public struct SetupCheck {
    /// The rules, sites and cases together.
    public let loaded: LoadedRules

    /// Loads an existing directory together with the files to be added. Files that the directory keeps are read from it.
    ///
    /// - Parameters:
    ///   - directory: The directory, which need not exist.
    ///   - isNew: Whether it does not.
    public init(_ files: [PlannedFile], in directory: String, isNew: Bool) throws(SetupFault) {
        do throws(RuleDirectoryFault) {
            let known = isNew ? [] : try RuleDirectory.load(path: directory).files
            let added = files.filter { $0.isOwn || !known.contains($0.path) }
            loaded = try RuleDirectory.load(
                isNew ? nil : directory, with: added.map { ($0.path, $0.bytes) }, named: directory)
        } catch {
            throw SetupFault(error.description)
        }
    }

    /// The errors that prevent the rules from being used: two sites with the same host, for example.
    public var errors: [FileDiagnostic] { loaded.diagnostics.filter { $0.severity == .error } }

    /// The cases of a site that deviate from the documented behavior.
    public func failures(of site: String) throws(SetupFault) -> [CaseRunner.Failure] {
        let ruleSet = RuleSet(loaded)
        guard let runner = try? CaseRunner(ruleSet) else {
            throw SetupFault("RE2 is out of memory for the rules' patterns")
        }
        return loaded.cases.filter { $0.id.hasPrefix("sites/\(site)/") }.compactMap(runner.run)
    }
}
