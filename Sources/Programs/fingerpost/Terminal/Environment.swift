import Foundation

/// The environment of the process.
enum Environment {
    /// The variables, read once: `getenv` and related functions are not thread-safe.
    static let variables: [String: String] = ProcessInfo.processInfo.environment
}
