public import ByteText
public import LinkStore
import Links

/// The fields of a link that a change has replaced, each with its value before and after.
public struct LinkDifference: Sendable {
    /// One field, in the API's format.
    public struct Field: Sendable, Equatable {
        /// The field's name: `long_link`.
        public var name: String
        /// Its value before the change.
        public var before: JSONValue
        /// Its value after the change; null for a deleted link.
        public var after: JSONValue
    }

    /// The fields whose values differ, in the order of the API.
    public let fields: [Field]

    /// - Parameter after: The link after the change; if it is deleted, every value is null.
    public init(from before: LinkRecord, to after: LinkRecord) {
        let (old, new) = (Self.values(of: before), after.isDeleted ? [:] : Self.values(of: after))
        fields = LinkFields.Occasion.update.names.compactMap { name in
            let field = Field(name: name, before: old[name] ?? .null, after: new[name] ?? .null)
            return field.before == field.after ? nil : field
        }
    }

    private static func values(of record: LinkRecord) -> [String: JSONValue] {
        var text: [UInt8] = []
        JSONWriter.append(to: &text) { record.write(to: &$0, withRevision: false) }
        let members = (try? JSONValue(parsing: text.span))?.object?.members ?? []
        return Dictionary(members.map { ($0.name, $0.value) }) { $1 }
    }

    /// Writes an object with a member for each field: `{"name": {"before": "A", "after": "B"}}`.
    ///
    /// - Parameter isMasked: Whether secrets are masked.
    public func write(to json: inout JSONWriter, isMasked: Bool) {
        json.beginObject()
        for field in fields {
            json.name(field.name)
            json.beginObject()
            json.name("before")
            json.value(isMasked ? field.before.masked : field.before)
            json.name("after")
            json.value(isMasked ? field.after.masked : field.after)
            json.endObject()
        }
        json.endObject()
    }
}

extension JSONValue {
    /// The value with the secrets of all its texts masked.
    fileprivate var masked: JSONValue {
        if let text = string { return .string(Masking.masked(text)) }
        if let array { return .array(array.map(\.masked)) }
        guard let object else { return self }
        var result = JSONObject()
        for member in object.members { result.append(member.name, member.value.masked) }
        return .object(result)
    }
}
