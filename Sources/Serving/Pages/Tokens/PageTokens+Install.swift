public import ByteText
public import OpenSSL

/// Tokens that travel through a store: an app that is installed after a click hands in the one that it was given, and learns
/// where the click led.
///
/// A token holds the clicked link, the time until which it counts, and the way that it takes, sealed with keys of the settings: it
/// says nothing to anybody else, and nobody else can make one. It holds nothing of the person, not even when they clicked.
/// Each is different, as its nonce is, so that one can be told to have been used.
extension PageTokens {
    /// The way of a token from the click to the app.
    public enum InstallWay: UInt8, Sendable {
        /// In the referrer of a link to Google Play.
        case referrer = 1
        /// On the clipboard, by a tap of the person.
        case clipboard = 2
    }

    /// What a token says.
    public struct Install: Sendable {
        /// The clicked link.
        public var link: TextRange
        /// How the token came to the app.
        public var way: InstallWay
        /// Until when it counts, in seconds since the epoch.
        public var end: Int64
    }

    /// How every token begins, so that an app can tell one from other text before it sends it anywhere.
    public static let installPrefix: StaticString = "fp1."
    /// The longest link in a token, in bytes: a referrer must stay short, and short links are.
    public static let longestInstallLink = 300
    private static let headCount = 1 + 1 + 8
    /// The longest token, in characters.
    public static let longestInstallToken =
        installPrefix.utf8CodeUnitCount
        + Base64URL.encodedCount(headCount + longestInstallLink + SealingKey.overhead)

    /// Whether there is a key for tokens.
    public var sealsInstalls: Bool { !keys.installs.isEmpty }

    /// Appends a token for a link, of letters that need no encoding in a query; nil without a key, and for a link that is too
    /// long.
    public func appendInstallToken(
        of link: TextRange, by way: InstallWay, until end: Int64, by sealer: Sealer, in arena: inout ByteArena
    ) -> TextRange? {
        guard let key = keys.installs.first, link.count <= Self.longestInstallLink else { return nil }
        let mark = arena.count
        arena.append(Self.installVersion)
        arena.append(way.rawValue)
        Self.append(UInt64(bitPattern: end), bytes: 8, to: &arena)
        arena.append(copyOf: link)
        let sealed = seal(arena.piece(from: mark), with: key, by: sealer, in: &arena)
        let start = arena.count
        arena.append(Self.installPrefix)
        appendToken(sealed, to: &arena)
        return arena.piece(from: start)
    }

    /// What a token says, its link in the arena. Throws if it was forged, or no longer counts.
    public func install(
        of token: Span<UInt8>, now: Int64, by sealer: Sealer, in arena: inout ByteArena
    ) throws(Fault) -> Install {
        let prefix = Self.installPrefix.utf8CodeUnitCount
        guard token.count <= Self.longestInstallToken, token.starts(with: Self.installPrefix) else { throw .forged }
        let text = arena.append(token.extracting(prefix..<token.count))
        guard let opened = open(text, version: Self.installVersion, with: keys.installs, by: sealer, in: &arena),
            opened.count > Self.headCount, let way = InstallWay(rawValue: arena[opened.start + 1])
        else { throw .forged }
        var position = opened.start + 2
        let end = Int64(bitPattern: Self.number(bytes: 8, in: arena, &position))
        guard now <= end else { throw .expired }
        return Install(link: opened[Self.headCount..<Int(opened.count)], way: way, end: end)
    }
}
