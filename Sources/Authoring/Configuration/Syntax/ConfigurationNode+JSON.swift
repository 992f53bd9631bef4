public import ByteText

/// Conversion from and to JSON.
extension ConfigurationNode {
    /// The tree of a JSON value. Nodes have no marks; `path` is where the value is in its document.
    public init(json value: JSONValue, path: String = "") {
        self.init(content: .null, mark: nil, path: path)
        content =
            switch value {
            case .null: .null
            case .bool(let value): .bool(value)
            case .number(let number): .number(number.text)
            case .string(let text): .text(text)
            case .array(let elements):
                .list(elements.enumerated().map { ConfigurationNode(json: $0.element, path: "\(path)[\($0.offset)]") })
            case .object(let object):
                .mapping(
                    object.members.map { member in
                        let place = path.isEmpty ? member.name : "\(path).\(member.name)"
                        return Entry(
                            key: ConfigurationNode(content: .text(member.name), mark: nil, path: place),
                            value: ConfigurationNode(json: member.value, path: place))
                    })
            }
    }

    /// The node as JSON; a number that JSON can't write (`.inf`, `0x10`) is reported and becomes null.
    public func json(log: DiagnosticLog) -> JSONValue {
        switch content {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let text): jsonNumber(text, log: log)
        case .text(let text): .string(text)
        case .list(let elements): .array(elements.map { $0.json(log: log) })
        case .mapping(let entries): Self.object(entries, log: log)
        }
    }

    /// Entries as a JSON object. A repeated key is reported, and its first value counts.
    public static func object(_ entries: [Entry], log: DiagnosticLog) -> JSONValue {
        var object = JSONObject()
        for entry in entries where !object.append(entry.name, entry.value.json(log: log)) {
            log.error(.duplicateKey, entry.key, "the key `\(entry.name)` appears twice", hint: "remove one of them")
        }
        return .object(object)
    }

    private func jsonNumber(_ text: String, log: DiagnosticLog) -> JSONValue {
        if let value = try? JSONValue(parsing: text), case .number = value { return value }
        log.error(.wrongType, self, "\(text) is not a JSON number", hint: "put it in quotes if it is text")
        return .null
    }
}
