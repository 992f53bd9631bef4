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
        fields = LinkField.changeable.compactMap { field in
            if !after.isDeleted, before[field] == after[field] { return nil }
            let (old, new) = (field.json(before[field]), after.isDeleted ? .null : field.json(after[field]))
            if after.isDeleted, old == new { return nil }
            return Field(name: field.title, before: old, after: new)
        }
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
