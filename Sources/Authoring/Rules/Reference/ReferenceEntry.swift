import ByteText

/// What rules can say, one thing at a time: a fact, a function, a key of `then`.
///
/// Names, types and values follow from what the compiler and the decoders use; the words are written beside it.
public struct ReferenceEntry: Sendable, Equatable {
    /// What kind of thing it is.
    public enum Kind: String, Sendable { case fact, function, macro, `operator`, key }

    /// What kind of thing it is.
    public var kind: Kind
    /// The name that rules write: `device.platform`, `bucket`; a key with those that it is under: `then.app_open.url`.
    public var name: String
    /// The part of the reference that it is in.
    public var group: ReferenceGroup
    /// The type of its value: `enum`, `string`, `version`, `template` …
    public var type: String
    /// All values, where they are listed.
    public var values: [String] = []
    /// All ways to call it.
    public var forms: [String] = []
    /// What it is: a phrase without a full stop.
    public var summary: String
    /// What users must know beside the phrase, in sentences; empty where that is all.
    public var detail: String = ""
    /// When it is not known, as a sentence; nil where it always is, or where `unknown` is one of its values.
    public var unknown: String?
    /// Whether a link or a site may be known not to have it: it reads as empty then, and `has()` is false.
    public var isOptional = false
    /// Whether `{name}` may be in a template.
    public var isInTemplates = false
    /// A condition that uses it, or a piece of a rule.
    public var example: String

    /// The first part of a dotted name.
    var prefix: String { String(name.prefix { $0 != "." }) }
}

/// A part of the reference.
public enum ReferenceGroup: String, Sendable, CaseIterable {
    case link, device, app, request, site
    case functions, macros, operators
    case rule, then

    /// What is in it, for a heading.
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
