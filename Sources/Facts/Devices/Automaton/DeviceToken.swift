/// A row of the token table: a text in user agents and its meaning.
///
/// The built-in rows are in the folder `Tokens`. Sites add their own through ``SiteTokens``.
struct DeviceToken: Sendable {
    /// The position at which the text counts.
    enum Place: UInt8, Sendable {
        /// Anywhere.
        case anywhere
        /// Not preceded by a letter or digit.
        case wordStart
        /// Not followed by a letter.
        case wordEnd
        /// Neither preceded by a letter or digit nor followed by a letter.
        case word
        /// Followed by a digit, the first of a version.
        case beforeDigit
        /// At the start of the agent.
        case agentStart
        /// The whole agent.
        case wholeAgent
    }

    /// The meaning of a token.
    enum Meaning: Hashable, Sendable {
        /// A sign that is weighed against others.
        case sign(Sign)
        /// The request comes from this app's in-app browser or from the app itself.
        case inApp(InApp)
        /// The page is shown by this browser, whose version follows the text.
        case browser(Browser)
        /// The client is a bot with this purpose.
        case bot(BotKind)
        /// The client is a bot, unless another token matches a product whose name only resembles a bot's.
        case genericBot(BotKind)
    }

    /// The text in lower case; ASCII case is ignored in matching.
    let text: String
    let place: Place
    let meaning: Meaning
    private let evidence: @Sendable () -> String

    /// - Parameter example: Evaluated only in tests, because many examples are built by concatenation.
    init(
        _ text: String, _ place: Place = .anywhere, _ meaning: Meaning,
        example: @autoclosure @escaping @Sendable () -> String
    ) {
        self.text = text
        self.place = place
        self.meaning = meaning
        evidence = example
    }

    /// An agent in which the token has this meaning: evidence and a test case.
    var example: String { evidence() }
}
