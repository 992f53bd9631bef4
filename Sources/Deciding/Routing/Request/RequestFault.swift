import Links

/// Why a request in JSON is not understood: which key, and what was expected of it.
public struct RequestFault: Error, Equatable, Sendable {
    /// The key with the keys above it, `device.app.state`; empty for the request as a whole.
    public var key: String
    /// What is wrong and what was expected, without the value: a value may be a secret.
    public var problem: String

    /// Makes a fault; `problem` continues a sentence that begins with the key.
    public init(key: String, problem: String) {
        self.key = key
        self.problem = problem
    }

    /// The fault as a sentence. A key may be a link that lost its way, so secrets in it are masked.
    public var message: String {
        key.isEmpty ? "the request \(problem)" : "\"\(Masking.masked(key))\" \(problem)"
    }
}
