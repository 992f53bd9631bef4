public import ByteText

/// Typed JSON for values: `{"int":"1"}`, `{"list":[{"string":"a"}]}`, `{"map":[[{"int":"1"},{"null":null}]]}`.
///
/// Numbers are strings, since JSON numbers would lose precision; bytes are hexadecimal. In addition to CEL's own types
/// there are `timestamp`, `duration`, `ip`, `cidr` and `version`, each as text.
extension CELValue {
    /// Parses a typed value. Also accepts JSON numbers.
    public init(typed json: JSONValue) throws(CELError) {
        guard let members = json.object?.members, members.count == 1 else {
            throw .invalid("a value must be an object with its type as only key")
        }
        let (kind, content) = (members[0].name, members[0].value)
        if let text = content.string ?? content.number?.text {
            self = try CELValue.read(kind, text)
            return
        }
        switch kind {
        case "null" where content.isNull: self = .null
        case "bool":
            guard let bool = content.bool else { throw .invalid("a bool must be true or false") }
            self = .bool(bool)
        case "list":
            guard let items = content.array else { throw .invalid("a list must be an array of values") }
            self = .list(try items.map { item throws(CELError) in try CELValue(typed: item) })
        case "map": self = .map(try CELValue.readMap(content))
        default: throw .invalid("not a valid value of type \(quoted(kind))")
        }
    }

    private static func readMap(_ content: JSONValue) throws(CELError) -> CELMap {
        guard let pairs = content.array else { throw .invalid("a map must be an array of pairs") }
        var map = CELMap()
        for pair in pairs {
            guard let both = pair.array, both.count == 2 else { throw .invalid("a map entry must be a pair") }
            try map.insert(try CELValue(typed: both[0]), try CELValue(typed: both[1]))
        }
        return map
    }

    /// Parses a value represented as text.
    private static func read(_ kind: String, _ text: String) throws(CELError) -> CELValue {
        let value: CELValue? =
            switch kind {
            case "int": Int64(text).map(CELValue.int)
            case "uint": UInt64(text).map(CELValue.uint)
            case "double": Double(text).map(CELValue.double)
            case "string": .string(text)
            case "bytes": Hexadecimal.bytes(text).map(CELValue.bytes)
            case "type": .type(text)
            case "timestamp": CELTimestamp(text).map(CELValue.timestamp)
            case "duration": CELDuration(text).map(CELValue.duration)
            case "ip": IPAddress(condition: text).map(CELValue.ip)
            case "cidr": CIDR(text).map(CELValue.cidr)
            case "version": VersionNumber(text).map(CELValue.version)
            default: nil
            }
        guard let value else { throw .invalid("\(quoted(text)) is not a valid \(kind)") }
        return value
    }

    /// Writes the value as typed JSON.
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.name(kind)
        switch self {
        case .null: json.null()
        case .bool(let bool): json.bool(bool)
        case .list(let items):
            json.beginArray()
            for item in items { item.write(to: &json) }
            json.endArray()
        case .map(let map):
            json.beginArray()
            for entry in map.entries {
                json.beginArray()
                entry.key.write(to: &json)
                entry.value.write(to: &json)
                json.endArray()
            }
            json.endArray()
        default: json.string(Array(content.utf8).span)
        }
        json.endObject()
    }

    /// The type name in JSON.
    private var kind: StaticString {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .int: "int"
        case .uint: "uint"
        case .double: "double"
        case .string: "string"
        case .bytes: "bytes"
        case .list: "list"
        case .map: "map"
        case .timestamp: "timestamp"
        case .duration: "duration"
        case .ip: "ip"
        case .cidr: "cidr"
        case .version: "version"
        case .type: "type"
        }
    }

    /// The content of a value represented as text.
    private var content: String {
        switch self {
        case .int(let int): "\(int)"
        case .uint(let uint): "\(uint)"
        case .double(let double): double.isFinite ? "\(double)" : DoubleText.decimal(double)
        case .string(let string), .type(let string): string
        case .bytes(let bytes): bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        case .timestamp(let timestamp): timestamp.description
        case .duration(let duration): duration.description
        case .ip(let ip): ip.description
        case .cidr(let cidr): cidr.description
        case .version(let version): version.description
        case .null, .bool, .list, .map: ""
        }
    }
}
