/// What kind of value a fact has.
public enum FactType: Sendable, Hashable {
    case bool
    case int
    case text
    /// Text that names a version. It is text, but comparing it by `<` without `version()` is an error.
    case version
    case timestamp
    /// A list of text.
    case list
    /// Text by text, such as headers by their names.
    case map
    /// One of a closed list of words; comparing with any other is an error. `unknown` may be one of them and then
    /// compares like the others. At most 64 words.
    case symbols([String])

    /// The type as the checker sees it.
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
