/// The type of a fact.
public enum FactType: Sendable, Hashable {
    case bool
    case int
    case text
    /// A version. Represented as text, but comparing it with `<` outside of `version()` is an error.
    case version
    case timestamp
    /// A list of text.
    case list
    /// Text by text, such as headers by name.
    case map
    /// An enumeration of at most 64 words. Comparing it with any other word is an error. It may include `unknown`, which then
    /// compares like the others.
    case symbols([String])

    /// The type used by the checker.
    var celType: CELType {
        switch self {
        case .bool: .bool
        case .int: .int
        case .text, .version, .symbols: .string
        case .timestamp: .timestamp
        case .list: .list(.string)
        case .map: .map(.string, .string)
        }
    }
}
