import ByteText

/// A text in user agents and its meaning.
///
/// The built-in ones are in ``TokenTable``. Others are those of ``DeviceCorrections``.
struct DeviceToken: Sendable {
    /// The position at which the text counts.
    enum Place: UInt8, Word {
        /// Anywhere, but among the products of a phone only if they do not name an app (``Sightings/add(products:from:)``).
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
        /// Anywhere, also among the products of a phone.
        case certain

        /// The spelling in the table.
        var name: StaticString {
            switch self {
            case .anywhere: "anywhere"
            case .wordStart: "word_start"
            case .wordEnd: "word_end"
            case .word: "word"
            case .beforeDigit: "before_digit"
            case .agentStart: "agent_start"
            case .wholeAgent: "whole_agent"
            case .certain: "certain"
            }
        }
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
        /// The correction with this index. Only in automata of ``DeviceCorrections``.
        case correction(UInt16)
    }

    /// The text in lower case; ASCII case is ignored in matching.
    let text: String
    let place: Place
    let meaning: Meaning

    init(_ text: String, _ place: Place, _ meaning: Meaning) {
        self.text = text
        self.place = place
        self.meaning = meaning
    }
}

extension DeviceToken.Meaning {
    /// Creates the meaning from its spelling in the table: the kind and a name, such as `bot search`.
    init?(_ spelling: Span<UInt8>) {
        guard let space = spelling.firstIndex(of: UInt8(ascii: " ")) else { return nil }
        let (kind, name) = (spelling.extracting(..<space), spelling.extracting((space + 1)...))
        if kind.equals("sign"), let sign = Sign.named(name) {
            self = .sign(sign)
        } else if kind.equals("in_app"), let app = InApp.named(name) {
            self = .inApp(app)
        } else if kind.equals("browser"), let browser = Browser.named(name) {
            self = .browser(browser)
        } else if kind.equals("bot"), let purpose = BotKind.named(name) {
            self = .bot(purpose)
        } else if kind.equals("generic_bot"), let purpose = BotKind.named(name) {
            self = .genericBot(purpose)
        } else {
            return nil
        }
    }
}
