/// Why a file can't be read as a MaxMind DB, for people.
public struct MaxMindFault: Error, Sendable, CustomStringConvertible {
    /// The file, what is wrong with it, and what to do, on one line.
    public let description: String

    init(_ path: String, _ problem: String) {
        description = "\(path): \(problem)"
    }
}
