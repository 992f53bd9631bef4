import Foundation

/// The environment of the process.
package enum ProcessEnvironment {
    /// The variables, read once: `getenv` and related functions are not thread-safe.
    package static let variables: [String: String] = ProcessInfo.processInfo.environment
}
