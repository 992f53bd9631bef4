import COpenSSL

/// A signature algorithm, determined by the key.
public enum SignatureAlgorithm: String, Sendable, CaseIterable {
    /// Ed25519 (RFC 8032). Signatures are deterministic.
    case ed25519
    /// ECDSA on the curve P-256 with SHA-256 (FIPS 186-5), in DER. Signatures are randomized.
    case p256

    /// The algorithm of a key, or `nil` for RSA, other curves, and anything else.
    init?(of key: OpaquePointer) {
        // Safe: the key is owned by the caller; the name is written to the buffer during the call, with a terminating
        // NUL.
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

    /// The digest to sign, or `nil` if the algorithm signs the text itself.
    var digest: OpaquePointer? {
        // Safe: libcrypto's digests are constants.
        self == .p256 ? unsafe EVP_sha256() : nil
    }
}
