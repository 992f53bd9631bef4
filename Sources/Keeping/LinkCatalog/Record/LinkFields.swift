public import ByteText
public import LinkStore
public import Links

/// The fields of a link in a request, a JSON line or a CSV row; `nil` if omitted.
public struct LinkFields: Sendable, Equatable {
    /// The link domain: `links.example.com/go`.
    public var domain: String?
    /// The custom code, case-sensitive.
    public var code: String?
    /// The style of a generated code.
    public var suffix: LinkRecord.Suffix?
    /// The mutable fields.
    public var patch = LinkPatch()
    /// The parts to compose the long link from if it is omitted; see ``LinkChecker/complete(_:on:)``.
    public var description: LinkDescription?
    /// The creation time in seconds since the epoch.
    public var created: Int64?
    /// The time of the last change in seconds since the epoch.
    public var updated: Int64?
    /// Whether later requests with the same input return this link again.
    public var isReused: Bool?
    /// Whether the long link is already in the canonical form that fingerprints are computed from.
    var isCanonical = false
    /// Whether line breaks and other control characters in the long link were replaced by spaces.
    var hasBlankedControls = false
    /// Whether the file contains an unreadable creation time.
    var isMisdated = false
    /// Whether the link was disabled, banned or deleted at the shortener it comes from.
    var isStoppedElsewhere = false
    /// Further short links with the same contents, such as Bitly's custom ones.
    var others: [Place] = []

    /// The domain and code of a short link.
    struct Place: Sendable, Equatable {
        /// The link domain; `nil` for the domain of the primary link.
        var domain: String?
        var code: String
    }

    /// No fields.
    public init() {}

    /// The origin of the fields, which determines the allowed names.
    public enum Occasion: Sendable {
        /// Creation of a link.
        case create
        /// Update of a link (JSON Merge Patch, RFC 7396): `null` resets a field.
        case update
        /// A line of a file, which may contain fields that are read-only in the API.
        case file

        private static let changeable = LinkField.changeable.map(\.title)
        private static let creatable = ["link", "domain", "code", "suffix"] + changeable
        private static let storable = creatable + ["created", "updated", "managed", "reused"]

        var names: [String] {
            switch self {
            case .update: Self.changeable
            case .create: Self.creatable + LinkDescription.keys
            case .file: Self.storable
            }
        }
    }
}

// MARK: - From JSON

extension LinkFields {
    /// Reads an object. Throws for an unknown name or a value of the wrong type, and names the field.
    public init(_ json: JSONValue, for occasion: Occasion) throws(ShortLinkFault) {
        guard let object = json.object else { throw .invalid("a link must be an object, not \(json.kindName)") }
        let names = occasion.names
        for member in object.members {
            guard names.contains(member.name) else {
                throw .invalid(
                    "unknown field \"\(member.name)\"; "
                        + (suggestion(for: member.name, among: names) ?? "known fields: "
                            + names.joined(separator: ", ")))
            }
            if member.value.isNull, occasion != .update { continue }
            try set(JSONField(name: member.name, value: member.value))
        }
    }

    private mutating func set(_ member: JSONField) throws(ShortLinkFault) {
        if let field = LinkField(named: member.name) {
            patch[field] = try member.value(of: field)
            return
        }
        switch member.name {
        case let name where LinkDescription.keys.contains(name):
            var described = description ?? LinkDescription()
            try described.read(name, member.value)
            description = described
        case "link": (domain, code) = try Self.place(try member.string())
        case "domain": domain = try member.string()
        case "code": code = try member.string()
        case "suffix": suffix = try member.suffix()
        case "created": created = try member.exportedTime { isMisdated = true }
        case "updated": updated = try member.exportedTime {}
        case "reused": isReused = try member.bool()
        default: preconditionFailure("a field of the list that is not read")
        }
    }

    /// The link domain and code of a short link, with or without `https://`.
    public static func place(_ link: String) throws(ShortLinkFault) -> (domain: String, code: String) {
        try place(link.utf8.span)
    }

    /// The link domain and code of a short link in UTF-8, with or without `https://`.
    static func place(_ link: Span<UInt8>) throws(ShortLinkFault) -> (domain: String, code: String) {
        let start = link.starts(with: "https://") ? 8 : link.starts(with: "http://") ? 7 : 0
        var end = link.count
        if end > start, link[end - 1] == UInt8(ascii: "/") { end -= 1 }
        var code = end
        while code > start, link[code - 1] != UInt8(ascii: "/") { code -= 1 }
        guard code > start + 1, code < end else {
            throw .invalid(
                "\"\(String(link))\" is not a short link; write https://example.page.link/CODE",
                summary: "the short link must be an address with a code: https://example.page.link/CODE")
        }
        return (String(link.extracting(start..<(code - 1))), String(link.extracting(code..<end)))
    }
}
