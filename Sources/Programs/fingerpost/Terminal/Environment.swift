import Foundation
import Glibc

/// What the process runs in.
enum Environment {
    /// The variables, read once: `getenv` and its neighbours are not safe beside threads.
    static let variables: [String: String] = ProcessInfo.processInfo.environment

    /// How many cores this process may use at once.
    static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
