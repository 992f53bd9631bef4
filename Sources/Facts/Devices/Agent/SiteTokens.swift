import ByteText

/// In-app browsers and bots that a site defines in addition to the built-in table, in a separate automaton.
///
/// Compiled when rules are loaded. Most sites define none, and their clicks do not pay for it.
public final class SiteTokens: Sendable {
    /// A text in user agents and its meaning for this site.
    public struct Token: Sendable, Equatable {
        /// The meaning of a token.
        public enum Meaning: Sendable, Equatable {
            /// The request comes from this app's in-app browser or from the app itself.
            case inApp(InApp)
            /// The client is a bot with this purpose.
            case bot(BotKind)
        }

        /// The text, matched without regard to case if no letter or digit precedes it.
        public var text: String
        /// The classification of agents that contain the text.
        public var meaning: Meaning

        /// Creates a token. The text must be valid according to ``SiteTokens/fault(in:)``.
        public init(_ text: String, _ meaning: Meaning) {
            self.text = text
            self.meaning = meaning
        }
    }

    /// The maximum number of tokens per site. Together with the maximum length it limits the automaton to 2 MB.
    public static let maximumCount = 256

    private let automaton: TokenAutomaton

    /// Compiles tokens that are valid according to ``fault(in:)``; `nil` if there are none.
    public init?(_ tokens: [Token]) {
        guard !tokens.isEmpty else { return nil }
        precondition(tokens.count <= Self.maximumCount, "a site has too many tokens")
        automaton = TokenAutomaton(
            tokens.map { DeviceToken($0.text.lowercased(), .wordStart, Self.meaning(of: $0)) })
    }

    private static func meaning(of token: Token) -> DeviceToken.Meaning {
        switch token.meaning {
        case .inApp(let app): .inApp(app)
        case .bot(let kind): .bot(kind)
        }
    }

    /// The error message for an invalid token text, or `nil` if it is valid.
    ///
    /// Tokens of one or two bytes would match unrelated agents.
    public static func fault(in text: String) -> String? {
        guard 3...64 ~= text.utf8.count else { return "a token must have 3 to 64 characters" }
        let isPlain = text.utf8.allSatisfy { $0.isAlphanumeric || " !#+,-./:;=@_()".utf8.contains($0) }
        return isPlain ? nil : "a token may contain only letters, digits, spaces and `!#+,-./:;=@_()`"
    }

    /// The site's tokens override the built-in table: a site's app is not a bot, unless a bot token of the site matches too.
    func apply(to device: inout Device, agent: Span<UInt8>) {
        let seen = automaton.scan(agent)
        if let app = seen.inApp {
            device.inApp = app
            device.bot = false
            device.botKind = nil
        }
        if let kind = seen.botKind {
            device.bot = true
            device.botKind = kind
        }
    }
}
