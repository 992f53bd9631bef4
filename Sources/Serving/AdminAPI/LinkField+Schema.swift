import LinkCatalog
import LinkStore

/// The fields of links in the OpenAPI document, as JSON.
extension LinkField {
    /// The members of request bodies.
    static let inputSchemas = members(changeable, \.inputSchema)

    /// The members of links: those before and those after the times of creation and last change.
    static let contentSchemas = members(contents, \.outputSchema)
    static let conditionSchemas = members(conditions, \.outputSchema)

    /// The schemas of fields that have their own.
    static let ownSchemas = allCases.map(\.ownSchema).joined()

    private static func members(_ fields: [LinkField], _ schema: (LinkField) -> String) -> String {
        fields.map { "\"\($0.title)\": \(schema($0))" }.joined(separator: ", ")
    }

    private var inputSchema: String {
        switch kind {
        case .target: Self.reference("LongLink")
        case .text: #"{"type": ["string", "null"], "maxLength": 4000}"#
        case .tags: Self.reference("Tags")
        case .attributes: Self.reference("Attributes")
        case .time: Self.reference("Time")
        case .count: #"{"type": ["integer", "null"], "minimum": 1, "maximum": 9007199254740991}"#
        case .number, .password: Self.reference(schemaName)
        case .address: Self.reference("LaterTarget")
        case .flag, .state: #"{"type": ["boolean", "null"]}"#
        }
    }

    private var outputSchema: String {
        switch kind {
        case .target, .text: #"{"type": "string"}"#
        case .tags: #"{"type": "array", "items": {"type": "string"}}"#
        case .attributes: #"{"type": "object", "additionalProperties": {"type": "string"}}"#
        case .time, .address: #"{"type": ["string", "null"]}"#
        case .count, .number: #"{"type": ["integer", "null"]}"#
        case .password: #"{"type": "boolean", "description": "Whether the link requires a password."}"#
        case .flag, .state: #"{"type": "boolean"}"#
        }
    }

    /// The member of the document's schemas, followed by a comma.
    private var ownSchema: String {
        if isPassword {
            return """
                "\(schemaName)": {"type": ["string", "null"], "maxLength": \(LinkRecord.maximumPassword),
                  "description": "\(row.schema)"},

                """
        }
        guard case .number(let range) = kind else { return "" }
        return """
            "\(schemaName)": {"type": ["integer", "null"], "minimum": \(range.lowerBound), "maximum": \(range.upperBound),
              "description": "\(row.schema)"},

            """
    }

    /// The name of the property, capitalised.
    private var schemaName: String { "\(self)".prefix(1).uppercased() + "\(self)".dropFirst() }

    private static func reference(_ name: String) -> String { "{\"$ref\": \"#/components/schemas/\(name)\"}" }
}
