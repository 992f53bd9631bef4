import ByteText
public import LinkStore
import OpenSSL
import RuleBundle

extension Publisher {
    private static let secret = "publication"

    /// The identity of a store's links wherever they are published: derived from the source for a replica, otherwise
    /// from a number in the store. `nil` if it has none yet; see ``makeSource(in:)``.
    public static func source(of store: LinkStore) throws(StoreError) -> UInt64? {
        let seed: [UInt8]
        if let identity = try store.replicaIdentity() {
            seed = Array("replica \(identity.source)".utf8)
        } else if let kept = try store.secret(secret) {
            seed = kept
        } else {
            return nil
        }
        // Differs from the source's own number, so that a store that switches from files to the source itself is
        // resynced.
        return Digest.sha256Start((Array("fingerpost links ".utf8) + seed).span)
    }

    /// Stores a number in a store that identifies its links, unless it has one.
    public static func makeSource(in store: LinkStore) throws(StoreError) {
        try store.apply(.secret(secret, SecureRandom.bytes(count: 16)))
    }
}
