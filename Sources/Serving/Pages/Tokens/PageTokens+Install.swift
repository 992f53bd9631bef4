public import ByteText
public import OpenSSL

/// Tokens that pass through an app store: an app installed after a click submits its token and receives the target of
/// the click.
///
/// A token contains the clicked link, its expiry and its transport, sealed with keys from the settings: it is opaque to
/// clients and can't be forged. It contains no personal data, not even the time of the click. Each token is unique
/// because of its nonce, so that its use can be recorded.
extension PageTokens {
    /// The transport of a token from the click to the app.
    public enum InstallWay: UInt8, Sendable {
        /// The referrer of a Google Play link.
        case referrer = 1
        /// The clipboard, by a tap of the person.
        case clipboard = 2
    }

    /// The contents of a token.
    public struct Install: Sendable {
        /// The clicked link.
        public var link: TextRange
        /// The transport of the token.
        public var way: InstallWay
        /// The expiry, in seconds since the epoch.
        public var end: Int64
    }

    /// The prefix of all tokens, which allows apps to recognize a token before they send it.
    public static let installPrefix: StaticString = "fp1."
    /// The maximum length of a link in a token, in bytes: a referrer must stay short, and short links are short.
    public static let longestInstallLink = 300
    private static let headCount = 1 + 1 + 8
    /// The maximum length of a token, in characters.
    public static let longestInstallToken =
        installPrefix.utf8CodeUnitCount
        + Base64URL.encodedCount(headCount + longestInstallLink + SealingKey.overhead)

    /// Whether there is a key for tokens.
    public var sealsInstalls: Bool { !keys.installs.isEmpty }

    /// Appends a token for a link, which needs no encoding in a query. Returns `nil` if there is no key or the link is
    /// too long.
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

    /// The contents of a token, with the link in the arena. Throws if the token was forged or has expired.
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
