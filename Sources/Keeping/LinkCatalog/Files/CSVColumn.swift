import ByteText
import LinkStore
import Links

/// A column of a CSV file of links: a field, by its JSON name, or another fact of a link.
enum CSVColumn: Hashable {
    case field(LinkField)
    case link, created, updated, suffix, reused
    /// Accepted instead of `link`; not exported.
    case domain, code
    /// Columns of other shorteners, not exported: the click count, which becomes an attribute, and whether there is a
    /// password.
    case importedClicks, protection
    /// Columns of other shorteners that may occur several times: further short links of the same link, and the link's
    /// state: a flag or a time for links that do not work, a flag for links that work, or a word.
    case others, stopped, running, status
    /// Whether the row's cells escape formulas with an apostrophe; only exported for such rows.
    case escapedFormulas

    /// The exported columns.
    static let written: [CSVColumn] =
        [.link] + LinkField.contents.map(CSVColumn.field) + [.created, .updated]
        + LinkField.conditions.map(CSVColumn.field) + [.suffix, .reused]

    /// The columns that are not fields: the title, and those that other shorteners use, normalized.
    private static let rows: [(column: CSVColumn, title: String, elsewhere: String)] = [
        (.link, "link", "short_link short_url shorturl shortlink bitlink bitlinks"),
        (
            .created, "created",
            "created_at createdat creation_date creation_timestamp date_created datecreated create_date timestamp"
        ),
        (.updated, "updated", "updated_at updatedat modified modified_at"),
        (.suffix, "suffix", ""), (.reused, "reused", ""),
        (.domain, "domain", "hostname short_domain domainname domain_name"),
        (
            .code, "code",
            "slug key short_code shortcode suffix_code path alias keyword back_half address slashtag"
        ),
        (
            .importedClicks, "imported_clicks",
            "clicks total_clicks click_count visits total_visits visit_count visits_count visitscount hits engagements total_engagements"
        ),
        (.protection, "has_password", "haspassword password_protected passwordprotected secret_key"),
        (
            .others, "custom_bitlinks",
            "custom_bitlink custom_back_half custom_back_halves custom_links custom_urls aliases"
        ),
        (.stopped, "is_disabled", stops),
        (
            .running, "is_active",
            "active enabled published is_enabled is_published isactive isenabled is_live"
        ),
        (.status, "status", "state link_status link_state"), (.escapedFormulas, "escaped_formulas", ""),
    ]

    /// Titles for links that do not work: `banned`, `is_banned`, `banned_at`, and the like.
    private static let stops: String = {
        let words =
            "banned blocked deleted suspended paused blacklisted inactive trashed removed expired deactivated"
        let forms = "\(words) disabled".split(separator: " ").flatMap {
            ["is_\($0)", "is\($0)", "\($0)_at", "\($0)at"]
        }
        return "\(words) \(forms.joined(separator: " "))"
    }()

    private static let titles = Dictionary(
        rows.map { ($0.title, $0.column) } + LinkField.allCases.map { ($0.title, .field($0)) }
    ) { first, _ in first }

    private static let synonyms = Dictionary(
        (LinkField.allCases.map { (CSVColumn.field($0), $0.row.titles) } + rows.map { ($0.column, $0.elsewhere) })
            .flatMap { column, titles in titles.split(separator: " ").map { (String($0), column) } }
    ) { first, _ in first }

    /// The title in exported tables.
    var title: String {
        if case .field(let field) = self { return field.title }
        return Self.rows.first { $0.column == self }?.title ?? ""
    }

    /// The column with a title of exported tables, normalized.
    init?(title: String) {
        guard let column = Self.titles[title] else { return nil }
        self = column
    }

    /// The column for a title that other shorteners use.
    init?(synonym title: String) {
        guard let column = Self.synonyms[Self.name(title)] else { return nil }
        self = column
    }

    /// Whether several columns of a table may map to it.
    var isRepeatable: Bool { [.others, .stopped, .running, .status].contains(self) }

    /// Whether its cells are free text, in which whitespace is significant.
    var isText: Bool {
        guard case .field(let field) = self else { return false }
        return switch field.kind {
        case .text, .tags, .attributes: true
        case .target, .time, .count, .number, .address, .password, .flag, .state: false
        }
    }

    /// A normalized title: lowercase, with underscores for spaces and hyphens.
    static func name(_ title: String) -> String {
        String(title.utf8.span.withoutBlanksAround).lowercased().replacing(" ", with: "_").replacing("-", with: "_")
    }

    /// Sets the column's field from a cell; an empty cell leaves it unset.
    ///
    /// - Parameter title: The title of the column, for messages.
    func parse(_ cell: Span<UInt8>, _ title: String, into fields: inout LinkFields) throws(ShortLinkFault) {
        if cell.isEmpty { return }
        switch self {
        case .field(.password): fields.patch[.password] = try Self.password(cell, title)
        case .field(let field): fields.patch[field] = try field.value(cell, after: fields.patch[field])
        case .link: (fields.domain, fields.code) = try LinkFields.place(cell)
        case .others: try fields.addOthers(String(cell))
        case .stopped: fields.carry(try LinkState.ofFlag(cell, title))
        case .running: fields.carry(try LinkState.named(cell, title))
        case .status: fields.carry(try LinkState.named(cell, title))
        case .domain: fields.domain = String(cell)
        case .code: fields.code = String(cell)
        case .created: fields.created = CSVValue.pastTime(cell) { fields.isMisdated = true }
        case .updated: fields.updated = CSVValue.pastTime(cell) {}
        case .importedClicks: try fields.addImportedClicks(cell)
        case .protection: _ = try Self.password(cell, title, isFlag: true)
        // Read by the row reader before all other columns.
        case .escapedFormulas: return
        case .reused: fields.isReused = try CSVValue.bool(cell, self.title)
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
        case .field(let field): field.cell(record[field])
        case .link: record.link
        case .importedClicks, .protection, .others, .stopped, .running, .status: ""
        case .escapedFormulas: "true"
        case .domain: String(record.key.domain)
        case .code: String(record.key.code)
        case .created: Timestamp.text(record.created)
        case .updated: Timestamp.text(record.updated)
        case .suffix: record.suffix.name.description
        case .reused: record.fingerprint != nil ? "true" : ""
        }
    }
}

// MARK: - Cells of fields

extension LinkField {
    /// The value in a cell that is not empty.
    ///
    /// - Parameter former: The value from an earlier column.
    func value(_ cell: Span<UInt8>, after former: LinkValue?) throws(ShortLinkFault) -> LinkValue {
        switch kind {
        case .target, .text, .address, .password: return .text(String(cell))
        case .tags: return .tags(CSVColumn.tags(String(cell)))
        case .attributes: return .attributes(try CSVColumn.attributes(String(cell)) + (former?.attributes ?? []))
        case .time: return try CSVValue.time(cell, title).map(LinkValue.time) ?? .empty
        case .count:
            guard let count = UInt64(String(cell)), count > 0 else {
                throw .invalid(
                    "\(title) is not a positive integer: \(String(cell))",
                    summary: "\(title) must be a positive integer")
            }
            return .number(count)
        case .number(let range): return .number(UInt64(try CSVValue.integer(cell, in: range, title)))
        case .flag: return .flag(try CSVValue.bool(cell, title))
        case .state:
            let isSet = try CSVValue.isSet(cell, title)
            return .flag(isSet || former == .flag(true))
        }
    }

    /// The cell of a value.
    func cell(_ value: LinkValue) -> String {
        switch value {
        case .empty, .flag(false): ""
        case .flag(true): "true"
        case .text(let text): text
        case .number(let number): isTime ? Timestamp.text(Int64(bitPattern: number)) : String(number)
        case .tags(let tags): tags.map(CSVColumn.escaped).joined(separator: ";")
        case .attributes([]): ""
        case .attributes(let attributes): JSONValue.object(Self.object(attributes)).text
        }
    }
}

// MARK: - Cells with several values

extension CSVColumn {
    /// Tags are separated by semicolons; a semicolon or backslash inside a tag is escaped with a backslash.
    fileprivate static func escaped(_ tag: String) -> String {
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
    fileprivate static func attributes(_ text: String) throws(ShortLinkFault) -> [LinkRecord.Attribute] {
        let json: JSONValue
        do { json = try JSONValue(parsing: text) } catch {
            throw .invalid("attributes is not a JSON object: \(error)", summary: "attributes must be a JSON object")
        }
        return try LinkFields(["attributes": json], for: .file).patch.attributes ?? []
    }
}
