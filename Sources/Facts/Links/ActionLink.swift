public import ByteText
public import WebAddress

/// A parameter of an action link (Firebase, "Create custom email action handlers").
enum ActionParameter: UInt8, CaseIterable {
    case mode, oobCode, apiKey, continueURL, lang, tenantID

    var name: StaticString {
        switch self {
        case .mode: "mode"
        case .oobCode: "oobCode"
        case .apiKey: "apiKey"
        case .continueURL: "continueUrl"
        case .lang: "lang"
        case .tenantID: "tenantId"
        }
    }

    /// The parameter for a name, or `nil`.
    static func named(_ name: Span<UInt8>) -> ActionParameter? {
        guard case .action(let parameter) = ParameterName.meaning(of: name) else { return nil }
        return parameter
    }

    /// The parameter for a percent-encoded name; `nil` for any other name, or if decoding fails.
    static func encoded(_ name: TextRange, in arena: inout ByteArena) -> ActionParameter? {
        guard arena[name].firstIndex(of: UInt8(ascii: "%")) != nil,
            let decoded = try? PercentCoding.decode(name, in: &arena)
        else { return nil }
        return named(arena[decoded])
    }
}

/// The parameters of an action link: the `mode`, the one-time code, and the continue URL.
///
/// Parameter order is not significant. The parser is strict: each parameter may occur only once, and percent-encoded
/// spellings of their names are rejected, because browsers decode names.
public struct ActionLink: Sendable {
    /// The action; `nil` if the mode is missing or unsupported.
    public private(set) var mode: ActionMode?
    private var modeText: TextRange?
    /// The one-time code. A secret that must not appear in logs or messages.
    public private(set) var oobCode: TextRange?
    /// The project's web API key.
    public private(set) var apiKey: TextRange?
    /// The URL to continue to after the action, decoded once.
    public private(set) var continueURL: TextRange?
    /// The value of `lang`, decoded once: a BCP 47 tag, not validated.
    public private(set) var lang: TextRange?
    /// The value of `tenantId`, decoded once.
    public private(set) var tenantID: TextRange?

    /// Whether mode, code and key are present, which Firebase's SDKs require of an action link.
    public var isComplete: Bool {
        mode != nil && !(oobCode ?? .empty).isEmpty && !(apiKey ?? .empty).isEmpty
    }

    /// Calls `body` with each text range, in order to relocate it.
    public mutating func forEachText(_ body: (inout TextRange) -> Void) {
        if modeText != nil { body(&modeText!) }
        if oobCode != nil { body(&oobCode!) }
        if apiKey != nil { body(&apiKey!) }
        if continueURL != nil { body(&continueURL!) }
        if lang != nil { body(&lang!) }
        if tenantID != nil { body(&tenantID!) }
    }

    init(
        mode: ActionMode, oobCode: TextRange, apiKey: TextRange, continueURL: TextRange?, lang: TextRange?,
        tenantID: TextRange?
    ) {
        self.mode = mode
        self.oobCode = oobCode
        self.apiKey = apiKey
        self.continueURL = continueURL
        self.lang = lang
        self.tenantID = tenantID
    }

    /// Parses the query of an address. The result is not necessarily an action link (see ``isComplete``).
    public init(_ address: WebAddress, in arena: inout ByteArena) throws(LinkFault) {
        try read(address.query, in: &arena)
    }

    private mutating func read(_ query: TextRange?, in arena: inout ByteArena) throws(LinkFault) {
        var pairs = QueryParameters(query)
        while let pair = pairs.next(in: arena) {
            guard let parameter = ActionParameter.named(pair.name, in: arena) else {
                guard ActionParameter.encoded(pair.name, in: &arena) == nil else { throw LinkFault(.malformedURL) }
                continue
            }
            try set(parameter, pair.decodedValue(of: nil, in: &arena), in: arena)
        }
    }

    /// Parses a query that has already been scanned, so that an address is scanned only once.
    public init(_ query: ActionQuery, in arena: inout ByteArena) throws(LinkFault) {
        guard query.isStrict else {
            try read(query.text, in: &arena)
            return
        }
        for parameter in ActionParameter.allCases {
            guard let value = try query.decodedValue(of: parameter, in: &arena) else { continue }
            try set(parameter, value, in: arena)
        }
    }

    private mutating func set(
        _ parameter: ActionParameter, _ value: TextRange, in arena: borrowing ByteArena
    ) throws(LinkFault) {
        switch parameter {
        case .mode:
            try Self.setOnce(&modeText, value)
            mode = ActionMode.named(arena[value])
        case .oobCode: try Self.setOnce(&oobCode, value)
        case .apiKey: try Self.setOnce(&apiKey, value)
        case .continueURL: try Self.setOnce(&continueURL, value)
        case .lang: try Self.setOnce(&lang, value)
        case .tenantID: try Self.setOnce(&tenantID, value)
        }
    }

    private static func setOnce(_ slot: inout TextRange?, _ value: TextRange) throws(LinkFault) {
        guard slot == nil else { throw LinkFault(.malformedURL) }
        slot = value
    }
}
