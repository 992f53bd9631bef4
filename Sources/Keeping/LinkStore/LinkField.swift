import OpenSSL

/// A field of a short link that users set, in the order of the API.
///
/// This and its ``row`` are the only list of these fields. The store's records, patches, JSON, tables, commands, the
/// OpenAPI document and the console iterate over it; `LinkView` alone reads fields directly, for clicks.
public enum LinkField: UInt8, Sendable, CaseIterable {
    case longLink, name, note, tags, attributes, starts, expires, maximumClicks, expiredTarget, usedUpTarget
    case clicksPerSecond, cacheSeconds, password, isArchived, isDisabled, isUnsafe
    /// Whether the link was created manually; only files may set it.
    case isManaged

    /// The type of a value.
    public enum Kind: Sendable {
        /// The target, which is required.
        case target
        case text, tags, attributes
        /// Seconds since 1970.
        case time
        /// A positive number.
        case count
        case number(ClosedRange<Int>)
        /// An https address of the link's site, for later clicks.
        case address
        /// A password, of which records have the hash; clients and events only see whether there is one.
        case password
        case flag
        /// A flag for which tables may have the time since which it is set.
        case state
    }

    /// A field's forms.
    public struct Row: Sendable {
        /// The name in JSON and the title in CSV: `max_clicks`.
        public let name: StaticString
        /// The property that stores the value.
        let property: any PartialKeyPath<LinkRecord> & Sendable
        /// The type of the value.
        public let kind: Kind
        /// The flag of records that have the field. Numbers and texts are stored in the order of their flags; fields
        /// with the flag `texts` follow them together.
        let flag: RecordFlags
        /// Titles of other shorteners' tables for the same column, normalized, separated by spaces.
        public var titles = ""
        /// The name in Dub's API.
        public var dub: String?
        /// The description of a number in the OpenAPI document.
        public var schema = ""
        /// The help of the command-line option; `nil` without one.
        public var option: String?
        /// What the option's value must be, in messages: `a number of seconds `.
        public var quantity = ""
        /// The command-line flags that set and unset the field.
        public var switches: (on: String, off: String)?
        /// The label in the text of a link; of a flag, the whole line.
        public var shown = ""
        /// A number in the text of a link.
        public var phrase: (@Sendable (Int) -> String)?
        /// The label on the console's page of a link; `nil` if the field is not listed there.
        public var label: String?
        /// The unit after the value on that page.
        public var unit = ""
        /// The label in the console's form, if it differs from that of the page.
        public var input: String?
        /// The lines of its text there.
        public var lines = 1
    }

    private static let rows = allCases.map(\.definition)
    // Apart from the rows, which are slow to copy.
    private static let kinds = rows.map(\.kind)
    private static let flags = rows.map(\.flag)
    private static let names = rows.map(\.name)
    private static let titles = names.map(\.description)
    private static let titled = Dictionary(uniqueKeysWithValues: allCases.map { ($0.title, $0) })
    private static let offsets = rows.map { MemoryLayout<LinkRecord>.offset(of: $0.property) }

    /// The field's forms.
    public var row: Row { Self.rows[Int(rawValue)] }

    /// The type of the value.
    public var kind: Kind { Self.kinds[Int(rawValue)] }

    var flag: RecordFlags { Self.flags[Int(rawValue)] }

    /// The name in JSON and the title in CSV: `max_clicks`.
    public var name: StaticString { Self.names[Int(rawValue)] }

    /// The ``name`` as a string.
    public var title: String { Self.titles[Int(rawValue)] }

    /// The field with a name in JSON.
    public init?(named name: String) {
        guard let field = Self.titled[name] else { return nil }
        self = field
    }

    /// The field of a property; traps for a property that is none.
    init(_ property: PartialKeyPath<LinkRecord>) {
        let offset = MemoryLayout<LinkRecord>.offset(of: property)
        guard let index = Self.offsets.firstIndex(of: offset) else {
            preconditionFailure("a property that is not a field")
        }
        self = Self.allCases[index]
    }
}

extension LinkField {
    /// The fields before the times of a link's creation and last change, in JSON, tables and texts.
    public static let contents = allCases.filter { $0.rawValue <= attributes.rawValue }
    /// The fields after them.
    public static let conditions = allCases.filter { $0.rawValue > attributes.rawValue }

    /// Whether its value is a time.
    public var isTime: Bool {
        if case .time = kind { true } else { false }
    }

    /// Whether its value is an https address of the link's site, for later clicks.
    public var isAddress: Bool {
        if case .address = kind { true } else { false }
    }

    /// Whether its value is a password, which no client receives.
    public var isPassword: Bool {
        if case .password = kind { true } else { false }
    }

    /// Whether its value is true or false.
    public var isFlag: Bool {
        switch kind {
        case .flag, .state: true
        default: false
        }
    }

    /// Whether it is stored as a number.
    var isNumber: Bool {
        switch kind {
        case .time, .count, .number: true
        default: false
        }
    }

    /// The fields that users may change; all but ``isManaged``.
    public static let changeable = allCases.filter { $0 != .isManaged }

    /// Whether the store accepts a value: a text or tag that is not too long, tags that are neither empty nor repeated
    /// and have no control characters, a number in its range, the hash of a password.
    func admits(_ value: LinkValue) -> Bool {
        switch kind {
        case .target: !value.isEmpty && (value.text?.utf8.count ?? 0) <= LinkRecord.maximumLongLink
        case .address: value == .empty || !value.isEmpty && (value.text?.utf8.count ?? 0) <= LinkRecord.maximumTarget
        case .text: (value.text?.utf8.count ?? 0) <= LinkRecord.maximumText
        case .password: value.text.map { PasswordHash($0) != nil } ?? true
        case .number(let range): value.time.map { range.contains(Int($0)) } ?? true
        case .tags: LinkRecord.admits(tags: value.tags)
        case .attributes:
            value.attributes.allSatisfy { max($0.name.utf8.count, $0.value.utf8.count) <= LinkRecord.maximumText }
        case .time, .count, .flag, .state: true
        }
    }
}
