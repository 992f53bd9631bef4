import Foundation

/// What the process runs in.
enum Environment {
    /// The variables, read once: `getenv` and its neighbours are not safe beside threads.
    static let variables: [String: String] = ProcessInfo.processInfo.environment
}
