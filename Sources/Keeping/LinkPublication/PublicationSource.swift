import ByteText
public import LinkStore
import OpenSSL
import RuleBundle

extension Publisher {
    private static let secret = "publication"

    /// What identifies the links of a store wherever they are published: of a replica its source, otherwise a number that the
    /// store keeps. `nil` if it has none yet; see ``makeSource(in:)``.
    public static func source(of store: LinkStore) throws(StoreError) -> UInt64? {
        let seed: [UInt8]
        if let identity = try store.replicaIdentity() {
            seed = Array("replica \(identity.source)".utf8)
        } else if let kept = try store.secret(secret) {
            seed = kept
        } else {
            return nil
        }
        // Not the source's own number: a store that changes from files to the source itself is read from scratch.
        return Digest.sha256Start((Array("fingerpost links ".utf8) + seed).span)
    }

    /// Has a store keep a number that identifies its links, unless it has one.
    public static func makeSource(in store: LinkStore) throws(StoreError) {
        try store.apply(.secret(secret, SecureRandom.bytes(count: 16)))
    }
}
