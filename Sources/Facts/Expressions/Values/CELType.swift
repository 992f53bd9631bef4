/// A static type (language definition, "Values" and "Type checking").
public indirect enum CELType: Sendable, Hashable {
    /// A type known only at run time.
    case dyn
    case null, bool, int, uint, double, string, bytes, timestamp, duration
    case list(CELType)
    case map(CELType, CELType)
    /// The type of types.
    case type
    /// `net.IP`, `net.CIDR`, `version`.
    case opaque(String)
    /// A type parameter of a signature: `A` in `list(A)`.
    case parameter(String)

    static let ip = CELType.opaque("net.IP")
    static let cidr = CELType.opaque("net.CIDR")
    static let version = CELType.opaque("version")
}

extension CELType: CustomStringConvertible {
    /// The type in CEL notation: `map(string, int)`.
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

    /// The name of the run-time type, without type parameters: `type([1])` is `list`.
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
