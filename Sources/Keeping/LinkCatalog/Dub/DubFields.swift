public import ByteText
public import LinkStore
public import Links

/// The link fields of a request in the format of Dub's API (`POST /links`, `PATCH /links/ID`, `PUT /links/upsert`).
///
/// `nil` is an omitted field; `.some(nil)` removes a value.
public struct DubFields: Sendable, Equatable {
    /// The link domain: `links.example.com`.
    public internal(set) var domain: String?
    /// The path after the domain: a code, preceded by the link domain's path prefix if it has one.
    public internal(set) var key: String?
    /// Whether the generated code must be unguessable.
    public internal(set) var wantsLongCode = false
    /// The destination.
    public internal(set) var url: String?
    /// Tags, note, expiry and archived state.
    public internal(set) var patch = LinkPatch()
    /// Whether the request contains ``concealedPassword``, which leaves a password unchanged.
    var keepsPassword = false
    /// Long link parameters other than the destination: the preview, and the fallbacks for devices without the app.
    var texts: [LinkParameter: String?] = [:]
    /// Campaign parameters of the destination, by parameter name.
    var campaign: [(name: String, value: String?)] = []
    /// The caller's own identifiers of the link, stored as attributes.
    var identifiers: [(name: String, value: String?)] = []

    /// Reads a request body. Throws ``unsupported`` for a field that has no equivalent here, and a fault that names the
    /// field for an unknown field or a value of the wrong type.
    public init(_ json: JSONValue) throws(ShortLinkFault) {
        guard let object = json.object else { throw .invalid("a link must be an object, not \(json.kindName)") }
        for member in object.members { try read(member.name, member.value) }
    }

    /// What responses contain instead of a password.
    static let concealedPassword = "********"

    /// The code of faults about fields that have no equivalent here.
    public static let unsupported = "unsupported-field"

    /// Equal if all fields are equal.
    public static func == (left: DubFields, right: DubFields) -> Bool {
        left.domain == right.domain && left.key == right.key && left.wantsLongCode == right.wantsLongCode
            && left.url == right.url && left.patch == right.patch && left.keepsPassword == right.keepsPassword
            && left.texts == right.texts
            && left.campaign.elementsEqual(right.campaign, by: ==)
            && left.identifiers.elementsEqual(right.identifiers, by: ==)
    }
}

extension DubFields {
    private static let parameters: [String: LinkParameter] = [
        "title": .st, "description": .sd, "image": .si, "ios": .ifl, "android": .afl,
    ]
    private static let campaigns = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "ref"]
    private static let attributes = ["externalId": "external_id", "tenantId": "tenant_id"]
    private static let others = [
        "domain", "key", "keyLength", "url", "tagId", "tagIds", "tagNames", "proxy",
    ]
    private static let fields = Dictionary(
        uniqueKeysWithValues: LinkField.allCases.compactMap { field in field.row.dub.map { ($0, field) } })

    /// Unsupported fields and the reasons. A value that requests nothing is accepted.
    private static let refusals: [String: String] = [
        "doIndex": "links have no setting for search engines",
        "folderId": "there are no folders; use tags",
        "geo": "targets by country need rules of the site",
        "partnerId": "there are no partners",
        "prefix": "set domain to the link domain with its prefix, or key to the whole key",
        "programId": "there are no partner programs",
        "publicStats": "reading counts requires a token",
        "rewrite": "links redirect and are never shown in a frame",
        "testCompletedAt": "a link has only one destination",
        "testStartedAt": "a link has only one destination",
        "testVariants": "a link has only one destination",
        "trackConversion": "conversions are not tracked",
        "video": "previews have no video",
        "webhookIds": "the daemon has one webhook, which receives the events of all links",
    ]

    private static var known: [String] {
        others + Array(fields.keys) + campaigns + Array(parameters.keys) + Array(attributes.keys) + Array(refusals.keys)
    }

    private mutating func read(_ name: String, _ value: JSONValue) throws(ShortLinkFault) {
        if let reason = Self.refusals[name] {
            guard value.asksForNothing else {
                throw ShortLinkFault(Self.unsupported, "\(name) is not supported: \(reason)")
            }
        } else if let parameter = Self.parameters[name] {
            texts[parameter] = .some(try value.text(name))
        } else if Self.campaigns.contains(name) {
            campaign.append((name, try value.text(name)))
        } else if let attribute = Self.attributes[name] {
            identifiers.append((attribute, try value.text(name)))
        } else if let field = Self.fields[name] {
            if field.isPassword, value == .string(Self.concealedPassword) { return keepsPassword = true }
            let isNothing = (value == "" && !field.isFlag) || (field.isPassword && value == .bool(false))
            patch[field] = try JSONField(name: name, value: isNothing ? .null : value).value(of: field)
        } else if name.hasPrefix("tag") {
            try readTags(name, value)
        } else {
            try readOther(name, value)
        }
    }

    private mutating func readOther(_ name: String, _ value: JSONValue) throws(ShortLinkFault) {
        switch name {
        case "domain": domain = try value.text(name)
        case "key":
            key = try value.text(name)
            if key == "_root" {
                throw ShortLinkFault(
                    Self.unsupported, "key _root is not supported: set `root` of the site for the bare link domain"
                )
            }
        case "keyLength":
            guard let length = value.number?.double, length >= 1, length <= 190 else {
                throw .invalid("keyLength must be a number from 1 to 190")
            }
            wantsLongCode = length > 6
        case "url": url = try value.text(name)
        // Preview texts are shown whether or not it is set; see the article.
        case "proxy": if !value.isNull { _ = try JSONField(name: name, value: value).bool() }
        default:
            let hint =
                suggestion(for: name, among: Self.known)
                ?? "known fields: \(Self.known.sorted().joined(separator: ", "))"
            throw .invalid("unknown field \"\(name)\"; \(hint)")
        }
    }

    /// Tags are identified by name here, so IDs and names are merged.
    private mutating func readTags(_ name: String, _ value: JSONValue) throws(ShortLinkFault) {
        guard Self.others.contains(name) else {
            throw .invalid(
                "unknown field \"\(name)\"; \(suggestion(for: name, among: Self.known) ?? "known fields: tagIds, tagNames")"
            )
        }
        var tags = patch.tags ?? []
        switch value {
        case .null: break
        case .string(let tag): if !tag.isEmpty, !tags.contains(tag) { tags.append(tag) }
        case .array(let elements):
            for element in elements {
                guard let tag = element.string else {
                    throw .invalid("\(name) must be a string or an array of strings")
                }
                if !tags.contains(tag) { tags.append(tag) }
            }
        default: throw .invalid("\(name) must be a string or an array of strings, not \(value.kindName)")
        }
        patch.tags = tags
    }
}

extension JSONValue {
    /// Whether a value requests nothing.
    fileprivate var asksForNothing: Bool {
        switch self {
        case .null, .bool(false), .string(""): true
        case .array(let elements): elements.isEmpty
        case .object(let object): object.isEmpty
        default: false
        }
    }

    /// A string; `nil` if it is null or empty.
    fileprivate func text(_ name: String) throws(ShortLinkFault) -> String? {
        if isNull { return nil }
        guard let string else { throw .invalid("\(name) must be a string, not \(kindName)") }
        return string.isEmpty ? nil : string
    }
}
