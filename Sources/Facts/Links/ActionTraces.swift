public import ByteText
public import WebAddress

/// What a lenient reader sees of an action link in a query: its parameters by name, however the names are encoded, and
/// parameters that may wrap another link.
///
/// ``ActionLink`` refuses what two readers could read differently. Not every address that a link carries is read by it:
/// a page may have any parameters it likes. These are looked for where an address must not bring an action link along
/// unseen.
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

    /// `lang` or `tenantId`, which mean something beside the others alone.
    public static let accessory = ActionTraces(rawValue: 32)
    /// A name that has to be decoded, whatever it is then: strict readers refuse some.
    public static let encoded = ActionTraces(rawValue: 64)

    /// What Firebase's SDKs demand of an action link.
    public static let complete: ActionTraces = [.mode, .code, .key]

    /// The trace that a parameter of this raw name is; none for most.
    public init(_ name: TextRange, in arena: inout ByteArena) {
        var decoded = name
        if arena[name].firstIndex(of: UInt8(ascii: "%")) != nil, let text = try? PercentCoding.decode(name, in: &arena)
        {
            decoded = text
        }
        self = Self.named(decoded, in: arena)
    }

    /// The trace that the name of a parameter is: one that is plain need not be looked at for escapes.
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

    /// The trace that a meaning is.
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
