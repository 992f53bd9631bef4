/// A row of the token table: a piece of text in user agents, and what seeing it means.
///
/// Rows are data. A site adds rows of its own through ``DeviceClassifier/init(extra:)``.
public struct DeviceToken: Sendable {
    /// Where in the agent the text counts.
    public enum Place: UInt8, Sendable {
        /// Wherever it stands.
        case anywhere
        /// Where no letter or digit stands before it.
        case wordStart
        /// Where no letter stands after it.
        case wordEnd
        /// Where no letter or digit stands before it and no letter after it.
        case word
        /// Where a digit follows, the first of a version.
        case beforeDigit
        /// At the start of the agent only.
        case agentStart
        /// Where it is the whole agent.
        case wholeAgent
    }

    /// What seeing the text means.
    public struct Meaning: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            case sign(Sign)
            case inApp(InApp)
            case bot(BotKind)
            case genericBot(BotKind)
        }
        let kind: Kind

        /// The request comes from the built-in browser of this app, or from the app itself.
        public static func inApp(_ app: InApp) -> Meaning { Meaning(kind: .inApp(app)) }
        /// The client is automatic and for this purpose.
        public static func bot(_ kind: BotKind) -> Meaning { Meaning(kind: .bot(kind)) }
        /// The client is automatic, unless another token tells of a product whose name only sounds so.
        static func genericBot(_ kind: BotKind) -> Meaning { Meaning(kind: .genericBot(kind)) }
        static func sign(_ sign: Sign) -> Meaning { Meaning(kind: .sign(sign)) }
    }

    /// The text in lower case; agents are matched without regard to the case of ASCII letters.
    public let text: String
    public let place: Place
    public let meaning: Meaning
    /// An agent in which the token means what the row says: the evidence, and a test.
    public let example: String

    public init(_ text: String, _ place: Place = .anywhere, _ meaning: Meaning, example: String) {
        self.text = text
        self.place = place
        self.meaning = meaning
        self.example = example
    }
}
