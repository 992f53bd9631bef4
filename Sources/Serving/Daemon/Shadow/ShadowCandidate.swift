package import Routing

/// The rules that a daemon tries beside its own: where they are, on what share of the clicks, and how they are loaded.
package struct ShadowCandidate: Sendable {
    /// The directory, as the settings name it.
    let directory: String
    /// The share of the clicks.
    let share: Double
    /// Loads the rules, and reports what was found; called on a thread that may block, one call at a time.
    let load: @Sendable () -> Result<RuleSet, ShadowFault>

    /// Rules that are loaded by a closure.
    package init(directory: String, share: Double, load: @escaping @Sendable () -> Result<RuleSet, ShadowFault>) {
        (self.directory, self.share, self.load) = (directory, share, load)
    }
}

/// Why a candidate can't be tried, in lines for the operator.
package struct ShadowFault: Error {
    var lines: [String]
}
