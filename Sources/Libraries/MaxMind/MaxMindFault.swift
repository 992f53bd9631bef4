/// Why a file can't be read as a MaxMind DB, as a message.
public struct MaxMindFault: Error, Sendable, CustomStringConvertible {
    /// The file, the error, and how to fix it, on one line.
    public let description: String

    init(_ path: String, _ problem: String) {
        description = "\(path): \(problem)"
    }
}
