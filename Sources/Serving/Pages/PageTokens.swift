import ByteText
import OpenSSL

/// The addresses of pages for proxies that can't carry a body: `/_fp/` and a token that holds the click, sealed.
///
/// The click stands in the token and not in memory, so that every worker, every process with the same key and a process
/// after a restart can serve the page, and nobody can fill the memory with clicks. It is encrypted, not only signed: links
/// carry one-time codes, and the address of a page ends in logs and histories. It holds no decision: the front decides again
/// for the browser that comes, by the rules of that moment. Who has the token has the link, as long as it lives.
public struct PageTokens: Sendable {
    /// How long a page can be opened, in seconds.
    static let lifetime: Int64 = 300
    /// Longer tokens do not fit the request line that must carry them.
    private static let maximumCount = 12_288
    /// What the first byte says: how the rest is read.
    private static let version: UInt8 = 1

    /// What is needed to decide again: the link, and what a trusted proxy has said that the browser does not say.
    public struct Click: Sendable, Equatable {
        public var link: [UInt8]
        /// The field `Fingerpost-Device`; empty where there was none.
        public var profile: [UInt8] = []
        /// The country; empty where nobody has named it.
        public var country: [UInt8] = []

        /// A click on a link, with what is known of it.
        public init(link: [UInt8], profile: [UInt8] = [], country: [UInt8] = []) {
            self.link = link
            self.profile = profile
            self.country = country
        }
    }

    public enum Fault: Error {
        /// Not made with this key, or changed.
        case forged
        case expired
    }

    /// What they are sealed with.
    public let keys: PageKeys

    /// Tokens that every process with the same keys understands.
    public init(_ keys: PageKeys = PageKeys()) {
        self.keys = keys
    }

    /// The token of a click at a time; nil where it would be too long.
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

    /// The click of a token.
    public func click(of token: Span<UInt8>, now: Int64) throws(Fault) -> Click {
        guard token.count <= Self.maximumCount, let sealed = Base64URL.decode(token),
            let text = keys.opening(at: now).lazy.compactMap({ $0.open(sealed.span) }).first,
            text.first == Self.version
        else { throw .forged }
        var position = 1
        let expiry = Int64(bitPattern: Self.number(bytes: 8, of: text, &position))
        guard now <= expiry else { throw .expired }
        // What was sealed here is well formed.
        let parts = (0..<3).map { _ in
            let count = Int(Self.number(bytes: 4, of: text, &position))
            defer { position += count }
            return Array(text[position..<(position + count)])
        }
        return Click(link: parts[0], profile: parts[1], country: parts[2])
    }

    private static func append(_ value: UInt64, bytes: Int, to text: inout [UInt8]) {
        for index in (0..<bytes).reversed() { text.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
    }

    private static func number(bytes: Int, of text: [UInt8], _ position: inout Int) -> UInt64 {
        defer { position += bytes }
        return text[position..<(position + bytes)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
