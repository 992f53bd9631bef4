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

        private static let changeable = [
            "long_link", "name", "note", "tags", "attributes", "starts", "expires", "max_clicks", "expired_target",
            "used_up_target", "max_clicks_per_second", "cache", "archived", "disabled", "unsafe",
        ]
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
            let field = JSONField(name: member.name, value: member.value)
            if member.value.isNull, occasion != .update { continue }
            try set(field)
        }
    }

    private mutating func set(_ field: JSONField) throws(ShortLinkFault) {
        switch field.name {
        case let name where LinkDescription.keys.contains(name):
            var described = description ?? LinkDescription()
            try described.read(name, field.value)
            description = described
        case "link": (domain, code) = try Self.place(try field.string())
        case "domain": domain = try field.string()
        case "code": code = try field.string()
        case "suffix": suffix = try field.suffix()
        case "long_link": patch.longLink = try field.string()
        case "name": patch.name = try field.text()
        case "note": patch.note = try field.text()
        case "tags": patch.tags = try field.strings()
        case "attributes": patch.attributes = try field.attributes()
        case "starts": patch.starts = .some(try field.time())
        case "expires": patch.expires = .some(try field.time())
        case "created": created = try field.exportedTime { isMisdated = true }
        case "updated": updated = try field.exportedTime {}
        case "max_clicks": patch.maximumClicks = .some(try field.count())
        case "expired_target": patch.expiredTarget = .some(try field.target())
        case "used_up_target": patch.usedUpTarget = .some(try field.target())
        case "max_clicks_per_second":
            patch.clicksPerSecond = .some(try field.integer(in: 1...LinkRecord.maximumClicksPerSecond))
        case "cache": patch.cacheSeconds = .some(try field.integer(in: 0...LinkRecord.maximumCacheSeconds))
        case "archived": patch.isArchived = try field.bool()
        case "disabled": patch.isDisabled = try field.bool()
        case "unsafe": patch.isUnsafe = try field.bool()
        case "managed": patch.isManaged = try field.bool()
        case "reused": isReused = try field.bool()
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

/// A member of an object, with typed accessors.
private struct JSONField {
    let name: String
    let value: JSONValue

    func fault(_ expected: String) -> ShortLinkFault { .invalid("\(name) must be \(expected), not \(value.kindName)") }

    func string() throws(ShortLinkFault) -> String {
        guard let string = value.string else { throw fault("a string") }
        return string
    }

    /// A string; empty for null.
    func text() throws(ShortLinkFault) -> String { value.isNull ? "" : try string() }

    /// An address; `nil` for null and for an empty string.
    func target() throws(ShortLinkFault) -> String? {
        let text = try text()
        return text.isEmpty ? nil : text
    }

    /// A Boolean; `false` for null.
    func bool() throws(ShortLinkFault) -> Bool {
        if value.isNull { return false }
        guard let bool = value.bool else { throw fault("true or false") }
        return bool
    }

    func suffix() throws(ShortLinkFault) -> LinkRecord.Suffix {
        guard let suffix = LinkRecord.Suffix(named: try string()) else {
            throw .invalid("suffix must be short, unguessable or custom")
        }
        return suffix
    }

    func strings() throws(ShortLinkFault) -> [String] {
        if value.isNull { return [] }
        guard let elements = value.array else { throw fault("an array of strings") }
        return try elements.map { element throws(ShortLinkFault) in
            guard let string = element.string else { throw fault("an array of strings") }
            return string
        }
    }

    func attributes() throws(ShortLinkFault) -> [LinkRecord.Attribute] {
        if value.isNull { return [] }
        guard let object = value.object else { throw fault("an object of strings") }
        return try object.members.map { member throws(ShortLinkFault) in
            guard let string = member.value.string else { throw fault("an object of strings") }
            return LinkRecord.Attribute(member.name, string)
        }
    }

    func time() throws(ShortLinkFault) -> Int64? {
        if value.isNull { return nil }
        guard let seconds = Timestamp.seconds(try string()) else {
            throw .invalid("\(name) must be a time such as 2026-11-20T12:00:00Z")
        }
        return seconds
    }

    /// An informational time. An unreadable one is reported and treated as missing.
    func exportedTime(_ isUnreadable: () -> Void) throws(ShortLinkFault) -> Int64? {
        let text: String
        switch value {
        case .null: return nil
        case .number(let number): text = number.text
        default: text = try string()
        }
        switch Timestamp.exported(text.utf8.span) {
        case .time(let seconds): return seconds
        case .none: return nil
        case .unreadable:
            isUnreadable()
            return nil
        }
    }

    func count() throws(ShortLinkFault) -> UInt64? {
        if value.isNull { return nil }
        guard let number = value.number, let count = UInt64(number.text), count > 0 else {
            throw .invalid("max_clicks must be a positive integer")
        }
        return count
    }

    func integer(in range: ClosedRange<Int>) throws(ShortLinkFault) -> Int? {
        if value.isNull { return nil }
        guard let number = value.number, let integer = Int(number.text), range.contains(integer) else {
            throw .outside(range, name)
        }
        return integer
    }
}

extension ShortLinkFault {
    /// The fault of a number outside the range of its field.
    static func outside(_ range: ClosedRange<Int>, _ name: String) -> ShortLinkFault {
        .invalid("\(name) must be an integer from \(range.lowerBound) to \(range.upperBound)")
    }

    static func invalid(_ message: String, summary: String? = nil) -> ShortLinkFault {
        ShortLinkFault("invalid-argument", message, summary: summary)
    }
}
