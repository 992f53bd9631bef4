/// The reason why settings are invalid, or why no mail link can be composed from them: Firebase's code, and the invalid key.
///
/// Contains no values, which may be mail addresses.
public struct SettingsFault: Error, Equatable, Sendable {
    /// The code, in the web SDK's spelling.
    public var code: LinkFault.Code
    /// The key including its parent, `android.installApp`; empty if no single key is at fault.
    public var key: String
    /// The error and the expected value, as the rest of a sentence that begins with the key.
    public var problem: String

    /// Creates a fault. `code` determines the code of the response; `problem` continues a sentence that begins with the key.
    public init(_ code: LinkFault.Code, key: String = "", problem: String) {
        self.code = code
        self.key = key
        self.problem = problem
    }

    /// A fault of settings or of a link, with its own message.
    public init(_ fault: LinkFault) {
        self.init(fault.code, problem: fault.message)
    }

    /// The error message, as a sentence.
    public var message: String {
        key.isEmpty ? problem : "\"\(key)\" \(problem)"
    }
}
