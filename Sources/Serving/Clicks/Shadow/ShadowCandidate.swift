package import Routing

/// The candidate rules of a daemon: their directory, the share of clicks, and how they are loaded.
package struct ShadowCandidate: Sendable {
    /// The directory, as in the settings.
    let directory: String
    /// The share of clicks that are evaluated.
    package let share: Double
    /// Loads the rules, and reports findings. Called on a thread that may block, one call at a time.
    package let load: @Sendable () -> Result<RuleSet, ShadowFault>

    /// Creates a candidate whose rules are loaded by a closure.
    package init(directory: String, share: Double, load: @escaping @Sendable () -> Result<RuleSet, ShadowFault>) {
        (self.directory, self.share, self.load) = (directory, share, load)
    }
}

/// Why a candidate can't be evaluated, in lines for the operator.
package struct ShadowFault: Error {
    package let lines: [String]

    package init(lines: [String]) { self.lines = lines }
}
