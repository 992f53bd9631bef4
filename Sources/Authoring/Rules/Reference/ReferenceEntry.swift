public import ByteText

/// An entry of the rule language reference: a fact, a function or a key of `then`.
///
/// Names, types and values are derived from the compiler and the decoders; the prose is written separately.
public struct ReferenceEntry: Sendable, Equatable {
    /// The kind of an entry.
    public enum Kind: String, Sendable { case fact, function, macro, `operator`, key }

    /// The kind of the entry.
    public var kind: Kind
    /// The name as used in rules: `device.platform`, `bucket`; a key with its parents: `then.app_open.url`.
    public var name: String
    /// The part of the reference that contains it.
    public var group: ReferenceGroup
    /// The type of its value: `enum`, `string`, `version`, `template` …
    public var type: String
    /// All values, if they are enumerated.
    public var values: [String] = []
    /// All signatures.
    public var forms: [String] = []
    /// The summary: a phrase without a full stop.
    public var summary: String
    /// Details that users need in addition to the summary, as sentences. May be empty.
    public var detail: String = ""
    /// When the value is unknown, as a sentence; `nil` if it is always known or has the value `unknown`.
    public var unknown: String?
    /// Whether a link or a site may be known to lack it. It is then read as empty, and `has()` is false.
    public var isOptional = false
    /// Whether `{name}` is allowed in templates.
    public var isInTemplates = false
    /// A condition that uses it, or an excerpt of a rule.
    public var example: String
}

/// A part of the reference.
public enum ReferenceGroup: String, Sendable, CaseIterable {
    case link, device, app, request, site
    case functions, macros, operators
    case rule, then

    /// The title of the part, for a heading.
    public var title: String {
        switch self {
        case .link: "The clicked link"
        case .device: "The device"
        case .app: "The app that the link names for this device"
        case .request: "The request"
        case .site: "The site"
        case .functions: "Functions"
        case .macros: "Macros"
        case .operators: "Operators"
        case .rule: "Keys of a rule"
        case .then: "Actions: keys of `then`"
        }
    }
}

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
