/// A client and its permissions, as in a line of the tokens file.
public struct Credential: Sendable, Equatable {
    /// How the secret is sent.
    public enum Kind: Sendable {
        /// As `Authorization: Bearer …`.
        case token
        /// As `?key=…`, as mobile apps do. Anyone can extract it from the app, so it may only create short links.
        case key
    }

    /// A permission of a token.
    public enum Scope: String, Sendable, CaseIterable {
        case read = "links.read"
        case write = "links.write"
        case reload
        /// All links and the secrets of the store; granted only if listed.
        case backup

        /// The scopes of a token whose line lists none.
        static let usual: Set<Scope> = [.read, .write, .reload]
    }

    /// The client's name, unique in the file; for a user of an identity provider, the display name. Only for display: two
    /// holders may have the same name.
    public var name: String
    /// The holder, which identifies the client.
    public let holder: Holder
    /// How the secret is sent.
    public var kind = Kind.token
    /// The granted scopes; all but `backup` unless the line lists some.
    public var scopes = Scope.usual
    /// The sites whose links are accessible, or `nil` for all.
    public var sites: Set<String>?
    /// The request rate, or `nil` if unlimited.
    public var rate: Rate?

    package init(name: String, _ holder: Holder) { (self.name, self.holder) = (name, holder) }

    /// Whether the links of a site are accessible.
    package func covers(site: String) -> Bool { sites?.contains(site) ?? true }
}

/// A request rate: `20/s`, `100/m` or `1000/h`.
public struct Rate: Sendable, Equatable, CustomStringConvertible {
    /// The maximum number of requests in a burst.
    public var burst: Int
    /// The time in which the whole burst is refilled, in seconds.
    public var seconds: Int

    /// The rate of an API key if the tokens file specifies none.
    static let ofKeys = Rate(burst: 20, seconds: 1)

    public var description: String { "\(burst)/\(seconds == 1 ? "s" : seconds == 60 ? "m" : "h")" }

    init(burst: Int, seconds: Int) {
        self.burst = burst
        self.seconds = seconds
    }

    /// Parses a rate; `nil` if the text is none.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let units = ["s": 1, "m": 60, "h": 3600]
        guard parts.count == 2, let burst = Int(parts[0]), (1...1_000_000).contains(burst),
            let seconds = units[String(parts[1])]
        else { return nil }
        self.init(burst: burst, seconds: seconds)
    }
}
