public import ByteText

/// A CEL value (language definition, "Values"), except for protobuf messages.
public enum CELValue: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case uint(UInt64)
    case double(Double)
    /// A string, compared by code points, never by canonical equivalence.
    case string(String)
    case bytes([UInt8])
    case list([CELValue])
    case map(CELMap)
    case timestamp(CELTimestamp)
    case duration(CELDuration)
    indirect case ip(IPAddress)
    indirect case cidr(CIDR)
    case version(VersionNumber)
    /// A type as a value, by name: `type(1)` is `int`.
    case type(String)

    /// The run-time type, with dyn as the type of elements and entries.
    public var type: CELType {
        switch self {
        case .null: .null
        case .bool: .bool
        case .int: .int
        case .uint: .uint
        case .double: .double
        case .string: .string
        case .bytes: .bytes
        case .list: .list(.dyn)
        case .map: .map(.dyn, .dyn)
        case .timestamp: .timestamp
        case .duration: .duration
        case .ip: .ip
        case .cidr: .cidr
        case .version: .version
        case .type: .type
        }
    }

    /// The value in source notation, for messages and explanations.
    public var literal: String {
        switch self {
        case .null: "null"
        case .bool(let bool): "\(bool)"
        case .int(let int): "\(int)"
        case .uint(let uint): "\(uint)u"
        case .double(let double): "\(double)"
        case .string(let string): quoted(string)
        case .bytes(let bytes): "b\(quoted(String(decoding: bytes, as: UTF8.self)))"
        case .list(let items): "[\(items.map(\.literal).joined(separator: ", "))]"
        case .map(let map): "{\(map.entries.map { "\($0.key.literal): \($0.value.literal)" }.joined(separator: ", "))}"
        case .timestamp(let timestamp): "timestamp(\"\(timestamp)\")"
        case .duration(let duration): "duration(\"\(duration)\")"
        case .ip(let ip): "ip(\"\(ip)\")"
        case .cidr(let cidr): "cidr(\"\(cidr)\")"
        case .version(let version): "version(\"\(version)\")"
        case .type(let name): name
        }
    }
}

/// A quoted string, with CEL escapes as needed.
func quoted(_ string: String) -> String {
    var out = "\""
    for scalar in string.unicodeScalars {
        switch scalar {
        case "\u{07}": out += "\\a"
        case "\u{08}": out += "\\b"
        case "\u{0C}": out += "\\f"
        case "\n": out += "\\n"
        case "\r": out += "\\r"
        case "\t": out += "\\t"
        case "\u{0B}": out += "\\v"
        case "\\": out += "\\\\"
        case "\"": out += "\\\""
        default: out.unicodeScalars.append(scalar)
        }
    }
    return out + "\""
}
