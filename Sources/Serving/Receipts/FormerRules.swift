import Configuration
package import Routing
package import RuleDelivery
package import Rules
package import ServiceFiles
import Threads

/// The rule sets that were in force on this machine, compiled on first use. Usable from any thread.
package final class FormerRules: Sendable {
    /// A former rule set, with the places of its rules.
    package struct Version: Sendable {
        /// The rules as they were read.
        package let loaded: LoadedRules
        /// The compiled rules.
        package let ruleSet: RuleSet

        /// Compiles loaded rules; throws if they have errors in this version of the program.
        package init(
            _ loaded: LoadedRules, development: Bool, alsoConsulted: FactSet = FactSet()
        ) throws(FileFault) {
            if let error = loaded.diagnostics.first(where: { $0.severity == .error }) {
                throw FileFault(
                    "the rule set \(loaded.hash) has errors in this version of the program: \(error.rendered)")
            }
            self.loaded = loaded
            ruleSet = RuleSet(loaded, development: development, alsoConsulted: alsoConsulted)
        }
    }

    private let folder: RuleSetFolder
    private let periods: [RuleSetPeriod]
    private let alsoConsulted: FactSet
    private let known = Locked<[String: Result<Version, FileFault>]>([:])

    /// The rule sets kept next to a store.
    ///
    /// - Parameter alsoConsulted: Facts to be consulted even if no rule uses them.
    package init(beside store: String, alsoConsulted: FactSet = FactSet()) throws(FileFault) {
        folder = RuleSetFolder(beside: store)
        periods = try folder.periods()
        self.alsoConsulted = alsoConsulted
    }

    /// A rule set by its hash. Throws if it is not kept, or was changed.
    package func version(_ hash: String) throws(FileFault) -> Version {
        try known.withLock { known throws(FileFault) in
            if let version = known[hash] { return try version.get() }
            let version = load(hash)
            known[hash] = version
            return try version.get()
        }
    }

    private func load(_ hash: String) -> Result<Version, FileFault> {
        do throws(FileFault) {
            let (loaded, development) = try folder.rules(of: hash)
            return .success(try Version(loaded, development: development, alsoConsulted: alsoConsulted))
        } catch { return .failure(error) }
    }

    /// The files of a rule set, for receipts. Throws if it is not kept.
    package func bytes(of hash: String) throws(FileFault) -> (archive: [UInt8], denied: [UInt8]?) {
        guard let bytes = try folder.bytes(of: hash) else {
            throw FileFault("the rule set \(hash) is not kept in \(folder.path)")
        }
        return bytes
    }

    /// The rule set that came into force last. Throws if none is kept.
    package func latest() throws(FileFault) -> Version {
        for period in periods.reversed() {
            if let version = try? version(period.hash) { return version }
        }
        throw FileFault("\(folder.path): no former rule sets; a daemon keeps them next to its link store (--store)")
    }

    /// The hash of the rule set in force at a time, in seconds since the epoch; `nil` before the first one.
    package func hash(at time: Int64) -> String? { periods.last { $0.from <= time }?.hash }

    /// The time in which a rule set was in force that contains a moment, or else its last one; `nil` if it never was.
    package func period(of hash: String, at moment: Int64) -> RuleSetPeriod? {
        let own = periods.filter { $0.hash == hash }
        return own.last { $0.from <= moment } ?? own.last
    }
}
