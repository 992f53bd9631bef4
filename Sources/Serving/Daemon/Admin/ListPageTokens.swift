import Pages
import LinkStore
import OpenSSL

/// Writes and reads `page_token`: where a page of a list ended.
///
/// A mark is a key of the store, which tells of more than the page shows. So it is encrypted and authenticated, and good
/// only for the caller and the query that it was made for. The secret lies in the store: tokens outlive a restart, and
/// every process that serves the store reads them. Where the store can't be written to, the secret is this process's own.
struct ListPageTokens: Sendable {
    private static let secretName = "page-tokens"
    /// How many bytes of the digest of caller and query stand before the mark.
    private static let digestCount = 16

    private let key: SealingKey

    /// Reads the store's secret, or makes it. May wait for the disk: not for the thread of a loop.
    init(_ store: LinkStore?) {
        key = store.flatMap(Self.secret).map { SealingKey(secret: $0.span) } ?? SealingKey()
    }

    private static func secret(of store: LinkStore) -> [UInt8]? {
        if let known = try? store.secret(secretName) { return known }
        return try? store.apply(.secret(secretName, SecureRandom.bytes(count: 32))).secret
    }

    /// The token of a mark, for a caller and the values of a query.
    func token(for mark: ListMark, _ caller: Credential, _ words: [String]) -> String {
        let text = Self.digest(caller, words) + mark.position
        return String(decoding: Base64URL.encode(key.seal(text.span).span), as: UTF8.self)
    }

    /// The mark of a token; nil where it was not made with this secret, for this caller and for these values.
    func mark(of token: String, _ caller: Credential, _ words: [String]) -> ListMark? {
        guard let sealed = Base64URL.decode(token.utf8.span), let text = key.open(sealed.span),
            text.starts(with: Self.digest(caller, words)), text.count > Self.digestCount
        else { return nil }
        return ListMark(position: Array(text[Self.digestCount...]))
    }

    /// Each word has its length before it, so that no two lists of words read the same.
    private static func digest(_ caller: Credential, _ words: [String]) -> ArraySlice<UInt8> {
        let text = ([caller.name] + words).map { "\($0.utf8.count) \($0)" }.joined()
        return Digest.sha256(Array(text.utf8).span).prefix(digestCount)
    }
}
