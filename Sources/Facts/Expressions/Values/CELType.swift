/// A type as the checker sees it (language definition, "Values" and "Type checking").
public indirect enum CELType: Sendable, Hashable {
    /// Known only when it runs.
    case dyn
    case null, bool, int, uint, double, string, bytes, timestamp, duration
    case list(CELType)
    case map(CELType, CELType)
    /// The type of types.
    case type
    /// `net.IP`, `net.CIDR`, `version`.
    case opaque(String)
    /// A parameter of a function's signature: `A` in `list(A)`.
    case parameter(String)

    static let ip = CELType.opaque("net.IP")
    static let cidr = CELType.opaque("net.CIDR")
    static let version = CELType.opaque("version")
}

extension CELType: CustomStringConvertible {
    /// The type as CEL writes it: `map(string, int)`.
    public var description: String {
        switch self {
        case .dyn: "dyn"
        case .null: "null_type"
        case .bool: "bool"
        case .int: "int"
        case .uint: "uint"
        case .double: "double"
        case .string: "string"
        case .bytes: "bytes"
        case .timestamp: "timestamp"
        case .duration: "duration"
        case .list(let element): "list(\(element))"
        case .map(let key, let value): "map(\(key), \(value))"
        case .type: "type"
        case .opaque(let name), .parameter(let name): name
        }
    }

    /// The name of the type's value at run time, where parameters are gone: `type([1])` is `list`.
    var runtimeName: String {
        switch self {
        case .list: "list"
        case .map: "map"
        case .timestamp: "google.protobuf.Timestamp"
        case .duration: "google.protobuf.Duration"
        default: description
        }
    }
}
