/// A line of the tokens file: a client, and what it may do.
public struct Credential: Sendable, Equatable {
    /// How the secret is sent.
    public enum Kind: Sendable {
        /// As `Authorization: Bearer …`.
        case token
        /// As `?key=…`, as mobile apps do: anyone can extract it from the app, so it may make short links and nothing
        /// else.
        case key
    }

    /// What a token may do.
    public enum Scope: String, Sendable, CaseIterable {
        case read = "links.read"
        case write = "links.write"
        case reload
        /// All links and the secrets of the store: never allowed unless it is named.
        case backup

        /// What a token may do whose line lists none.
        static let usual: Set<Scope> = [.read, .write, .reload]
    }

    /// The client's name, unique in the file; of a person who has signed in at an identity provider, what to call them. For
    /// people to read: two holders may have the same one.
    public var name: String
    /// Whose it is.
    public let holder: Holder
    /// How the secret is sent.
    public var kind = Kind.token
    /// What it allows; all scopes but `backup` unless the line lists some.
    public var scopes = Scope.usual
    /// The sites whose links it allows access to; nil for all.
    public var sites: Set<String>?
    /// How many requests it allows; nil for any number.
    public var rate: Rate?

    init(name: String, _ holder: Holder) { (self.name, self.holder) = (name, holder) }

    /// Whether it allows access to links of a site.
    func covers(site: String) -> Bool { sites?.contains(site) ?? true }
}

/// A number of requests in a time: `20/s`, `100/m` or `1000/h`.
public struct Rate: Sendable, Equatable, CustomStringConvertible {
    /// The requests that may come in a burst.
    public var burst: Int
    /// The time in which as many are refilled, in seconds.
    public var seconds: Int

    /// An API key's rate if the tokens file states none.
    static let ofKeys = Rate(burst: 20, seconds: 1)

    public var description: String { "\(burst)/\(seconds == 1 ? "s" : seconds == 60 ? "m" : "h")" }

    init(burst: Int, seconds: Int) {
        self.burst = burst
        self.seconds = seconds
    }

    /// Reads a rate; nil for anything else.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let units = ["s": 1, "m": 60, "h": 3600]
        guard parts.count == 2, let burst = Int(parts[0]), (1...1_000_000).contains(burst),
            let seconds = units[String(parts[1])]
        else { return nil }
        self.init(burst: burst, seconds: seconds)
    }
}
