/// A row of the token table: a piece of text in user agents, and what seeing it means.
///
/// Rows are data, in the folder `Tokens`. A site adds its own through ``SiteTokens``.
struct DeviceToken: Sendable {
    /// Where in the agent the text counts.
    enum Place: UInt8, Sendable {
        /// Wherever it stands.
        case anywhere
        /// Where no letter or digit precedes it.
        case wordStart
        /// Where no letter follows it.
        case wordEnd
        /// Where no letter or digit precedes it and no letter follows it.
        case word
        /// Where a digit follows, the first of a version.
        case beforeDigit
        /// At the start of the agent only.
        case agentStart
        /// Where it is the whole agent.
        case wholeAgent
    }

    /// What seeing the text means.
    enum Meaning: Hashable, Sendable {
        /// A hint that is weighed against others.
        case sign(Sign)
        /// The request comes from the built-in browser of this app, or from the app itself.
        case inApp(InApp)
        /// This browser shows the page; its version follows the text.
        case browser(Browser)
        /// The client is automatic and for this purpose.
        case bot(BotKind)
        /// The client is automatic, unless another token names a product whose name only sounds so.
        case genericBot(BotKind)
    }

    /// The text in lower case; agents are matched without regard to the case of ASCII letters.
    let text: String
    let place: Place
    let meaning: Meaning
    private let evidence: @Sendable () -> String

    /// - Parameter example: Read by tests alone, and so made only for them: many are put together of pieces.
    init(
        _ text: String, _ place: Place = .anywhere, _ meaning: Meaning,
        example: @autoclosure @escaping @Sendable () -> String
    ) {
        self.text = text
        self.place = place
        self.meaning = meaning
        evidence = example
    }

    /// An agent in which the token means what the row says: the evidence, and a test.
    var example: String { evidence() }
}
