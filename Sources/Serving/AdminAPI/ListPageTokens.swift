package import Access
import ByteText
import LinkSource
package import LinkStore
import OpenSSL
import Pages
import Threads

/// Creates and reads `page_token`s, which mark the end of a page.
///
/// A mark is a key of the store, which reveals more than the page shows. It is therefore encrypted and authenticated, and
/// valid only for its caller and query. The secret is in the store: tokens survive a restart and are valid in every process
/// that serves the store, and at all nodes of one source. If the store is not writable, the process uses its own secret.
package struct ListPageTokens: Sendable {
    private static let secretName = SharedSecretName.lists.rawValue
    /// The length of the digest of caller and query that precedes the mark.
    private static let digestCount = 16

    /// The latest secret that was read, and its key.
    private struct Known: Sendable {
        var secret: [UInt8]?
        var key: SealingKey
    }

    private let store: LinkStore?
    private let known: Locked<Known>

    /// Reads the store's secret, or creates it. May wait for the disk: don't call it on an event loop's thread.
    package init(_ store: LinkStore?) {
        self.store = store
        let secret = store.flatMap(Self.secret)
        known = Locked(Known(secret: secret, key: secret.map { SealingKey(secret: $0.span) } ?? SealingKey()))
    }

    /// The key of the current secret: a node's is replaced by the one that all nodes share. Costs a lookup.
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

    /// Creates the token of a mark, for a caller and the values of a query.
    package func token(for mark: ListMark, _ caller: Credential, _ words: [String]) -> String {
        let text = Self.digest(caller, words) + mark.position
        return String(decoding: Base64URL.encode(key.seal(text.span).span), as: UTF8.self)
    }

    /// The mark in a token; `nil` unless the token was made with this secret, for this caller and these values.
    package func mark(of token: String, _ caller: Credential, _ words: [String]) -> ListMark? {
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
