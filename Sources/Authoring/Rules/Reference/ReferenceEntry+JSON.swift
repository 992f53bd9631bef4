public import ByteText

extension ReferenceEntry {
    /// The entry as JSON. All members are always present.
    public var json: JSONValue {
        [
            "name": .string(name), "kind": .string(kind.rawValue), "group": .string(group.rawValue),
            "type": .string(type), "values": .array(values.map { .string($0) }),
            "forms": .array(forms.map { .string($0) }), "optional": .bool(isOptional),
            "unknown": unknown.map { .string($0) } ?? .null, "template": .bool(isInTemplates),
            "summary": .string(summary), "detail": .string(detail), "example": .string(example),
        ]
    }
}
