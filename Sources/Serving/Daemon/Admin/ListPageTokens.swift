import ByteText
import LinkSource
import LinkStore
import OpenSSL
import Pages
import Threads

/// Writes and reads `page_token`: where a page of a list ended.
///
/// A mark is a key of the store, which reveals more than the page shows. So it is encrypted and authenticated, and
/// valid only for the caller and the query that it was made for. The secret is in the store: tokens survive a restart,
/// and every process that serves the store can read them; nodes of one source share it. If the store can't be written,
/// the process uses its own secret.
struct ListPageTokens: Sendable {
    private static let secretName = SharedSecretName.lists.rawValue
    /// How many bytes of the digest of caller and query precede the mark.
    private static let digestCount = 16

    /// The key of the secret that was read last.
    private struct Known: Sendable {
        var secret: [UInt8]?
        var key: SealingKey
    }

    private let store: LinkStore?
    private let known: Locked<Known>

    /// Reads the store's secret, or creates it. May wait for the disk: not for the thread of a loop.
    init(_ store: LinkStore?) {
        self.store = store
        let secret = store.flatMap(Self.secret)
        known = Locked(Known(secret: secret, key: secret.map { SealingKey(secret: $0.span) } ?? SealingKey()))
    }

    /// The key of the secret as it is now: a node's becomes that of all nodes. Costs a look-up.
    private var key: SealingKey {
        let secret = store.flatMap { try? $0.secret(Self.secretName) }
        return known.withLock { known in
            if let secret, known.secret != secret {
                known = Known(secret: secret, key: SealingKey(secret: secret.span))
            }
            return known.key
        }
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

    /// The mark of a token; nil if it was not made with this secret, for this caller and for these values.
    func mark(of token: String, _ caller: Credential, _ words: [String]) -> ListMark? {
        guard let sealed = Base64URL.decode(token.utf8.span), let text = key.open(sealed.span),
            text.starts(with: Self.digest(caller, words)), text.count > Self.digestCount
        else { return nil }
        return ListMark(position: Array(text[Self.digestCount...]))
    }

    /// Each word is preceded by its length, so that no two lists of words have the same input.
    private static func digest(_ caller: Credential, _ words: [String]) -> ArraySlice<UInt8> {
        let text = ([caller.holder.text] + words).map { "\($0.utf8.count) \($0)" }.joined()
        return Digest.sha256(Array(text.utf8).span).prefix(digestCount)
    }
}
