public import ByteText
public import WebAddress

/// The parts of an action link that a lenient parser would find in a query: parameters by name, in any encoding, and
/// parameters that may wrap another link.
///
/// ``ActionLink`` rejects links that parsers may interpret differently. It does not parse every URL in a link, since pages
/// may use arbitrary parameters. Traces detect action links hidden in URLs that must not contain
/// one.
public struct ActionTraces: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `mode`, with any value.
    public static let mode = ActionTraces(rawValue: 1)
    /// `oobCode`: the one-time code.
    public static let code = ActionTraces(rawValue: 2)
    /// `apiKey`.
    public static let key = ActionTraces(rawValue: 4)
    /// `continueUrl`.
    public static let continueURL = ActionTraces(rawValue: 8)
    /// `link` or `deep_link_id`, which Firebase's SDKs unwrap wherever they are.
    public static let wrapped = ActionTraces(rawValue: 16)

    /// `lang` or `tenantId`, which have a meaning only together with the others.
    public static let accessory = ActionTraces(rawValue: 32)
    /// Any percent-encoded name. Strict parsers reject some of them.
    public static let encoded = ActionTraces(rawValue: 64)

    /// The parameters that Firebase's SDKs require of an action link.
    public static let complete: ActionTraces = [.mode, .code, .key]

    /// The trace for a parameter's raw name; empty for most names.
    public init(_ name: TextRange, in arena: inout ByteArena) {
        var decoded = name
        if arena[name].firstIndex(of: UInt8(ascii: "%")) != nil, let text = try? PercentCoding.decode(name, in: &arena)
        {
            decoded = text
        }
        self = Self.named(decoded, in: arena)
    }

    /// The trace for a parameter's name. Plain names need no decoding.
    public init(_ parameter: QueryParameters.Parameter, in arena: inout ByteArena) {
        if parameter.isPlain {
            self = Self.named(parameter.name, in: arena)
        } else {
            self.init(parameter.name, in: &arena)
        }
    }

    private static func named(_ name: TextRange, in arena: borrowing ByteArena) -> ActionTraces {
        ActionTraces(ParameterName.meaning(of: name, in: arena))
    }

    /// The trace for a meaning.
    init(_ meaning: ParameterName.Meaning) {
        switch meaning {
        case .action(.mode): self = .mode
        case .action(.oobCode): self = .code
        case .action(.apiKey): self = .key
        case .action(.continueURL): self = .continueURL
        case .action(.lang), .action(.tenantID): self = .accessory
        case .link(.link), .link(.deepLinkID): self = .wrapped
        case .link, .none: self = []
        }
    }
}
