import Links

/// An error in a JSON request: the key and the problem.
public struct RequestFault: Error, Equatable, Sendable {
    /// The key path, such as `device.app.state`; empty for the request as a whole.
    public var key: String
    /// The problem and the expected value, without the actual value, which may be a secret.
    public var problem: String

    /// Creates a fault. `problem` continues a sentence that begins with the key.
    public init(key: String, problem: String) {
        self.key = key
        self.problem = problem
    }

    /// The fault as a sentence. A key may be a misplaced link, so secrets in it are masked.
    public var message: String {
        key.isEmpty ? "the request \(problem)" : "\"\(Masking.masked(key))\" \(problem)"
    }
}
