public import ByteText

/// Conversion from and to JSON.
extension ConfigurationNode {
    /// The tree of a JSON value. Nodes have no marks; `path` is the value's path in its document.
    public init(json value: JSONValue, path: String = "") {
        var builder = ConfigurationTreeBuilder(hasPaths: true, byteCount: 1024)
        builder.add(value, path)
        self = builder.finish()
    }

    /// The node as JSON. A number that JSON can't represent (`.inf`, `0x10`) is reported and becomes null.
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

    /// Entries as a JSON object. A repeated key is reported, and its first value is used.
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

extension ConfigurationTreeBuilder {
    fileprivate mutating func add(_ value: JSONValue, _ path: String) {
        let nowhere = SourceMark(line: 0, column: 0)
        switch value {
        case .null: open(.null, at: nowhere, path: path)
        case .bool(let value): open(value ? .isTrue : .isFalse, at: nowhere, path: path)
        case .number(let number): add(.number, number.text.utf8.span, at: nowhere, path: path)
        case .string(let text): add(.text, text.utf8.span, at: nowhere, path: path)
        case .array(let elements):
            let place = open(.list, at: nowhere, path: path)
            for (index, element) in elements.enumerated() { add(element, "\(path)[\(index)]") }
            close(place)
        case .object(let object):
            let place = open(.mapping, at: nowhere, path: path)
            for member in object.members {
                let path = path.isEmpty ? member.name : "\(path).\(member.name)"
                add(.text, member.name.utf8.span, at: nowhere, path: path)
                add(member.value, path)
            }
            close(place)
        }
    }
}
