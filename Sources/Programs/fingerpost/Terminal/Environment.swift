import Foundation

/// The process's environment, read once: `getenv` and its neighbours are not safe beside threads.
enum Environment {
    static let variables: [String: String] = ProcessInfo.processInfo.environment
}
