/// Why settings are not understood, or why no mail link can be made of them: Firebase's code, and which key is at fault.
///
/// It holds no value: values may be addresses of people.
public struct SettingsFault: Error, Equatable, Sendable {
    /// The code, as the web SDK spells it.
    public var code: LinkFault.Code
    /// The key with the key above it, `android.installApp`; empty where no key alone is at fault.
    public var key: String
    /// What is wrong and what was expected: the rest of a sentence that begins with the key.
    public var problem: String

    /// Makes a fault; `code` decides the code of the answer, `problem` continues a sentence that begins with the key.
    public init(_ code: LinkFault.Code, key: String = "", problem: String) {
        self.code = code
        self.key = key
        self.problem = problem
    }

    /// The fault of settings or of a link, in its own words.
    public init(_ fault: LinkFault) {
        self.init(fault.code, problem: fault.message)
    }

    /// The fault as a sentence.
    public var message: String {
        key.isEmpty ? problem : "\"\(key)\" \(problem)"
    }
}
