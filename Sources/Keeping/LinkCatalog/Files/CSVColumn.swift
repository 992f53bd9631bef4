import ByteText
import LinkStore
import Links

/// A column of a CSV file of links: a link field, by its JSON name.
enum CSVColumn: String, CaseIterable {
    case link, longLink = "long_link", name, note, tags, attributes, created, updated, starts, expires
    case maximumClicks = "max_clicks", expiredTarget = "expired_target", usedUpTarget = "used_up_target"
    case clicksPerSecond = "max_clicks_per_second", cacheSeconds = "cache"
    case archived, disabled, unsafe, managed, suffix, reused
    /// Accepted instead of `link`; not exported.
    case domain, code
    /// Columns of other shorteners, not exported: the click count, which becomes an attribute, and a password.
    case importedClicks = "imported_clicks", password
    /// Columns of other shorteners that may occur several times: further short links of the same link, and the link's
    /// state: a flag or a time for links that do not work, a flag for links that work, or a word.
    case others = "custom_bitlinks", stopped = "is_disabled", running = "is_active", status
    /// Whether the row's cells escape formulas with an apostrophe; only exported for such rows.
    case escapedFormulas = "escaped_formulas"

    /// The exported columns.
    static let written = allCases.filter {
        ![.domain, .code, .importedClicks, .password, .escapedFormulas].contains($0) && !$0.isRepeatable
    }

    /// Whether several columns of a table may map to it.
    var isRepeatable: Bool { [.others, .stopped, .running, .status].contains(self) }

    /// Whether its cells are free text, in which whitespace is significant.
    var isText: Bool { [.name, .note, .tags, .attributes].contains(self) }

    /// A normalized title: lowercase, with underscores for spaces and hyphens.
    static func name(_ title: String) -> String {
        String(title.utf8.span.withoutBlanksAround).lowercased().replacing(" ", with: "_").replacing("-", with: "_")
    }

    /// The column for a title that other shorteners use.
    init?(synonym title: String) {
        switch Self.name(title) {
        case "short_link", "short_url", "shorturl", "shortlink", "bitlink", "bitlinks": self = .link
        case "long_url", "longurl", "url", "destination", "destination_url", "original_url", "originalurl", "target",
            "target_url", "$fallback_url":
            self = .longLink
        case "slug", "key", "short_code", "shortcode", "suffix_code", "path", "alias", "keyword", "back_half",
            "address", "slashtag":
            self = .code
        case "title", "link_name", "link_title", "marketing_title", "$marketing_title", "~marketing_title": self = .name
        case "description", "comment", "comments": self = .note
        case "created_at", "createdat", "creation_date", "creation_timestamp", "date_created", "datecreated",
            "create_date",
            "timestamp":
            self = .created
        case "updated_at", "updatedat", "modified", "modified_at": self = .updated
        case "expires_at", "expiresat", "expired_at", "expiredat", "expiration", "expiration_date", "valid_until",
            "validuntil", "expire_in":
            self = .expires
        case "starts_at", "valid_since", "validsince": self = .starts
        case "max_visits", "maxvisits", "maximum_clicks", "clicks_limit", "clickslimit", "click_limit":
            self = .maximumClicks
        case "expired_url", "expiredurl": self = .expiredTarget
        case "is_archived", "isarchived": self = .archived
        case "hostname", "short_domain", "domainname", "domain_name": self = .domain
        case "clicks", "total_clicks", "click_count", "visits", "total_visits", "visit_count", "visits_count",
            "visitscount", "hits",
            "engagements", "total_engagements":
            self = .importedClicks
        case "has_password", "haspassword", "password_protected", "passwordprotected", "secret_key": self = .password
        case let name:
            guard let state = Self.state(name) else { return nil }
            self = state
        }
    }

    /// The column for a title of a link's state or of further short links.
    private static func state(_ name: String) -> CSVColumn? {
        switch name {
        case "custom_bitlink", "custom_back_half", "custom_back_halves", "custom_links", "custom_urls", "aliases":
            .others
        case "banned", "blocked", "deleted", "suspended", "paused", "blacklisted", "inactive", "trashed", "removed",
            "expired", "deactivated":
            .stopped
        case "active", "enabled", "published", "is_enabled", "is_published", "isactive", "isenabled", "is_live":
            .running
        case "state", "link_status", "link_state": .status
        default:
            [
                "banned", "blocked", "disabled", "deleted", "suspended", "paused", "blacklisted", "inactive", "trashed",
                "removed", "expired", "deactivated",
            ].contains { name == "is_\($0)" || name == "is\($0)" || name == "\($0)_at" || name == "\($0)at" }
                ? .stopped : nil
        }
    }

    /// Sets the column's field from a cell; an empty cell leaves it unset.
    ///
    /// - Parameter title: The title of the column, for messages.
    func parse(_ cell: Span<UInt8>, _ title: String, into fields: inout LinkFields) throws(ShortLinkFault) {
        if cell.isEmpty { return }
        switch self {
        case .link: (fields.domain, fields.code) = try LinkFields.place(cell)
        case .others: try fields.addOthers(String(cell))
        case .stopped: fields.carry(try LinkState.ofFlag(cell, title))
        case .running: fields.carry(try LinkState.named(cell, title))
        case .status: fields.carry(try LinkState.named(cell, title))
        case .domain: fields.domain = String(cell)
        case .code: fields.code = String(cell)
        case .longLink: fields.patch.longLink = String(cell)
        case .name: fields.patch.name = String(cell)
        case .note: fields.patch.note = String(cell)
        case .tags: fields.patch.tags = Self.tags(String(cell))
        case .attributes: fields.patch.attributes = try Self.attributes(String(cell)) + (fields.patch.attributes ?? [])
        case .created: fields.created = CSVValue.pastTime(cell) { fields.isMisdated = true }
        case .updated: fields.updated = CSVValue.pastTime(cell) {}
        case .starts: fields.patch.starts = .some(try CSVValue.time(cell, rawValue))
        case .expires: fields.patch.expires = .some(try CSVValue.time(cell, rawValue))
        case .maximumClicks:
            guard let count = UInt64(String(cell)), count > 0 else {
                throw .invalid(
                    "max_clicks is not a positive integer: \(String(cell))",
                    summary: "max_clicks must be a positive integer")
            }
            fields.patch.maximumClicks = .some(count)
        case .expiredTarget: fields.patch.expiredTarget = .some(String(cell))
        case .usedUpTarget: fields.patch.usedUpTarget = .some(String(cell))
        case .clicksPerSecond:
            fields.patch.clicksPerSecond = .some(
                try CSVValue.integer(cell, in: 1...LinkRecord.maximumClicksPerSecond, rawValue))
        case .cacheSeconds:
            fields.patch.cacheSeconds = .some(
                try CSVValue.integer(cell, in: 0...LinkRecord.maximumCacheSeconds, rawValue))
        case .importedClicks: try fields.addImportedClicks(cell)
        case .password: try Self.requireNoPassword(cell)
        // Read by the row reader before all other columns.
        case .escapedFormulas: return
        case .archived:
            let isArchived = try CSVValue.isSet(cell, rawValue)
            fields.patch.isArchived = isArchived || fields.patch.isArchived ?? false
        case .disabled:
            let isDisabled = try CSVValue.isSet(cell, rawValue)
            fields.patch.isDisabled = isDisabled || fields.patch.isDisabled ?? false
        case .unsafe: fields.patch.isUnsafe = try CSVValue.bool(cell, rawValue)
        case .managed: fields.patch.isManaged = try CSVValue.bool(cell, rawValue)
        case .reused: fields.isReused = try CSVValue.bool(cell, rawValue)
        case .suffix:
            guard let suffix = LinkRecord.Suffix(named: String(cell)) else {
                let summary = "suffix must be short, unguessable or custom"
                throw .invalid("\(summary), not \(String(cell))", summary: summary)
            }
            fields.suffix = suffix
        }
    }

    /// The cell of a link.
    func text(_ record: LinkRecord) -> String {
        switch self {
        case .link: record.link
        case .importedClicks, .password, .others, .stopped, .running, .status: ""
        case .escapedFormulas: "true"
        case .domain: String(record.key.domain)
        case .code: String(record.key.code)
        case .longLink: record.longLink
        case .name: record.name
        case .note: record.note
        case .tags: record.tags.map(Self.escaped).joined(separator: ";")
        case .attributes: Self.text(record.attributes)
        case .created: Timestamp.text(record.created)
        case .updated: Timestamp.text(record.updated)
        case .starts: record.starts.map(Timestamp.text) ?? ""
        case .expires: record.expires.map(Timestamp.text) ?? ""
        case .maximumClicks: record.maximumClicks.map(String.init) ?? ""
        case .expiredTarget: record.expiredTarget ?? ""
        case .usedUpTarget: record.usedUpTarget ?? ""
        case .clicksPerSecond: record.clicksPerSecond.map(String.init) ?? ""
        case .cacheSeconds: record.cacheSeconds.map(String.init) ?? ""
        case .archived: record.isArchived ? "true" : ""
        case .disabled: record.isDisabled ? "true" : ""
        case .unsafe: record.isUnsafe ? "true" : ""
        case .managed: record.isManaged ? "true" : ""
        case .suffix: record.suffix.name.description
        case .reused: record.fingerprint != nil ? "true" : ""
        }
    }
}

// MARK: - Cells with several values

extension CSVColumn {
    /// Tags are separated by semicolons; a semicolon or backslash inside a tag is escaped with a backslash.
    private static func escaped(_ tag: String) -> String {
        tag.replacing("\\", with: "\\\\").replacing(";", with: "\\;")
    }

    static func tags(_ text: String) -> [String] {
        var tags = [""]
        var isEscaped = false
        for character in text.unicodeScalars {
            if !isEscaped, character == "\\" {
                isEscaped = true
            } else if !isEscaped, character == ";" {
                tags.append("")
            } else {
                tags[tags.count - 1].unicodeScalars.append(character)
                isEscaped = false
            }
        }
        return tags.filter { !$0.isEmpty }
    }

    /// Attributes are written as a JSON object.
    private static func text(_ attributes: [LinkRecord.Attribute]) -> String {
        if attributes.isEmpty { return "" }
        var object = JSONObject()
        for attribute in attributes { object.append(attribute.name, .string(attribute.value)) }
        return JSONValue.object(object).text
    }

    private static func attributes(_ text: String) throws(ShortLinkFault) -> [LinkRecord.Attribute] {
        let json: JSONValue
        do { json = try JSONValue(parsing: text) } catch {
            throw .invalid("attributes is not a JSON object: \(error)", summary: "attributes must be a JSON object")
        }
        return try LinkFields(["attributes": json], for: .file).patch.attributes ?? []
    }
}
