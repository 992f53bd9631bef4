import ByteText
import OpenSSL

/// Page addresses for proxies that can't pass on a body: `/_fp/` and a token that holds the click, sealed.
///
/// The click is in the token rather than in memory, so that every worker, every process with the same key and a
/// restarted process can serve the page, and no client can fill the memory with clicks. It is encrypted, not only
/// signed: links carry one-time codes, and the address of a page ends up in logs and histories. It holds no decision:
/// the front decides again for the browser that comes, by the current rules. Whoever has the token has the link, while
/// the token is valid.
public struct PageTokens: Sendable {
    /// How long a page can be opened, in seconds.
    static let lifetime: Int64 = 300
    /// Longer tokens do not fit into the request line.
    private static let maximumCount = 12_288
    /// The first byte: the version of the format.
    static let version: UInt8 = 1
    /// Never the first byte of a click, so that neither is taken for the other.
    static let markVersion: UInt8 = 2

    /// What is needed to decide again: the link, and what a trusted proxy stated that the browser does not.
    public struct Click: Sendable, Equatable {
        /// The clicked link, as received.
        public var link: [UInt8]
        /// The field `Fingerpost-Device`; empty if there was none.
        public var profile: [UInt8] = []
        /// The country; empty if it was not stated.
        public var country: [UInt8] = []

        /// A click on a link, with what is known about it.
        public init(link: [UInt8], profile: [UInt8] = [], country: [UInt8] = []) {
            self.link = link
            self.profile = profile
            self.country = country
        }
    }

    /// Why a token can't be used.
    public enum Fault: Error {
        /// Not made with one of these keys, or changed.
        case forged
        case expired
    }

    /// The keys that seal and open the tokens.
    public let keys: PageKeys

    /// Tokens that every process with the same keys can read.
    public init(_ keys: PageKeys = PageKeys()) {
        self.keys = keys
    }

    /// The token of a click at a time; nil if it would be too long.
    public func token(for click: Click, now: Int64) -> [UInt8]? {
        var text = [Self.version]
        Self.append(UInt64(bitPattern: now + Self.lifetime), bytes: 8, to: &text)
        for part in [click.link, click.profile, click.country] {
            Self.append(UInt64(part.count), bytes: 4, to: &text)
            text += part
        }
        guard (text.count + SealingKey.overhead) * 4 / 3 < Self.maximumCount else { return nil }
        return Base64URL.encode(keys.sealing(at: now).seal(text.span).span)
    }

    /// The click of a token. Throws if it was forged, or is older than five minutes.
    public func click(of token: Span<UInt8>, now: Int64) throws(Fault) -> Click {
        guard token.count <= Self.maximumCount, let sealed = Base64URL.decode(token),
            let text = keys.opening(at: now).lazy.compactMap({ $0.open(sealed.span) }).first,
            text.first == Self.version
        else { throw .forged }
        var position = 1
        let expiry = Int64(bitPattern: Self.number(bytes: 8, of: text, &position))
        guard now <= expiry else { throw .expired }
        // What was sealed here is well-formed.
        let parts = (0..<3).map { _ in
            let count = Int(Self.number(bytes: 4, of: text, &position))
            defer { position += count }
            return Array(text[position..<(position + count)])
        }
        return Click(link: parts[0], profile: parts[1], country: parts[2])
    }

    static func append(_ value: UInt64, bytes: Int, to text: inout [UInt8]) {
        for index in (0..<bytes).reversed() { text.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
    }

    static func number(bytes: Int, of text: [UInt8], _ position: inout Int) -> UInt64 {
        defer { position += bytes }
        return text[position..<(position + bytes)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
