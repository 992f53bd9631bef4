import ByteText

/// The in-app browsers and bots that one site knows besides the built-in table: an automaton of its own.
///
/// Compiled when rules load. Most sites have none, and their clicks pay nothing for it.
public final class SiteTokens: Sendable {
    /// A piece of text in user agents, and what it means at this site.
    public struct Token: Sendable, Equatable {
        /// What seeing the text means.
        public enum Meaning: Sendable, Equatable {
            /// The request comes from the built-in browser of this app, or from the app itself.
            case inApp(InApp)
            /// The client is automatic and for this purpose.
            case bot(BotKind)
        }

        /// Counts where no letter or digit precedes it, whatever the case of its letters.
        public var text: String
        /// What an agent with the text is.
        public var meaning: Meaning

        /// Makes a token. The text must be one that ``SiteTokens/fault(in:)`` accepts.
        public init(_ text: String, _ meaning: Meaning) {
            self.text = text
            self.meaning = meaning
        }
    }

    /// How many tokens a site may have. With the length of each, it bounds the memory of the automaton to 2 MB.
    public static let maximumCount = 256

    private let automaton: TokenAutomaton

    /// Compiles the tokens, which ``fault(in:)`` has found nothing wrong with; nil where there are none.
    public init?(_ tokens: [Token]) {
        guard !tokens.isEmpty else { return nil }
        precondition(tokens.count <= Self.maximumCount, "a site has too many tokens")
        automaton = TokenAutomaton(
            tokens.map { token in
                DeviceToken(token.text.lowercased(), .wordStart, Self.meaning(of: token), example: token.text)
            })
    }

    private static func meaning(of token: Token) -> DeviceToken.Meaning {
        switch token.meaning {
        case .inApp(let app): .inApp(app)
        case .bot(let kind): .bot(kind)
        }
    }

    /// What is wrong with a text as a token, or nil.
    ///
    /// A token of one or two bytes would be found in agents that have nothing to do with it.
    public static func fault(in text: String) -> String? {
        guard 3...64 ~= text.utf8.count else { return "a token has 3 to 64 characters" }
        let isPlain = text.utf8.allSatisfy { $0.isAlphanumeric || " !#+,-./:;=@_()".utf8.contains($0) }
        return isPlain ? nil : "a token has letters, digits, spaces and `!#+,-./:;=@_()` only"
    }

    /// What a site says of an agent beats the built-in table: its app is not a bot, unless the site also says so.
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
