import COpenSSL

/// How something is signed; the key says which.
public enum SignatureAlgorithm: String, Sendable, CaseIterable {
    /// Ed25519 (RFC 8032). The same key and text make the same signature.
    case ed25519
    /// ECDSA on the curve P-256 with SHA-256 (FIPS 186-5), in DER. No two signatures are alike.
    case p256

    /// The algorithm of a key; nil for RSA, other curves, and all else.
    init?(of key: OpaquePointer) {
        // Safe: the key is the caller's; the name is written to the buffer within the call, with a final zero.
        switch unsafe EVP_PKEY_get_base_id(key) {
        case EVP_PKEY_ED25519: self = .ed25519
        case EVP_PKEY_EC:
            var name = [CChar](repeating: 0, count: 64)
            guard unsafe EVP_PKEY_get_group_name(key, &name, name.count, nil) == 1,
                name.prefix(while: { $0 != 0 }).elementsEqual("prime256v1".utf8.map { CChar(bitPattern: $0) })
            else {
                ErrorQueue.clear()
                return nil
            }
            self = .p256
        default: return nil
        }
    }

    /// The digest that is signed; nil where the algorithm takes the text itself.
    var digest: OpaquePointer? {
        // Safe: libcrypto's digests are constants.
        self == .p256 ? unsafe EVP_sha256() : nil
    }
}
