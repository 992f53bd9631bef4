import COpenSSL

/// A private key that signs: Ed25519 or ECDSA P-256.
///
///     let key = SigningKey(.ed25519)
///     key.verifyingKey.isSignature(key.signature(of: text.span), of: text.span)    // true
///
/// Immutable, so it may be used on any thread.
public final class SigningKey: Sendable {
    private let key: PrivateKey
    /// The signature algorithm.
    public let algorithm: SignatureAlgorithm
    /// The public key, for verifying.
    public let verifyingKey: VerifyingKey

    private init(_ key: PrivateKey, _ algorithm: SignatureAlgorithm) {
        self.key = key
        self.algorithm = algorithm
        // Safe: the key is alive. Its public part is serialized and parsed again, so that nothing of the private key is
        // shared.
        guard let der = unsafe DERBuffer.publicKey(key.handle), let verifyingKey = VerifyingKey(der: der) else {
            preconditionFailure("libcrypto can't write a public key")
        }
        self.verifyingKey = verifyingKey
    }

    /// Generates a key. Traps if the kernel has no entropy.
    public convenience init(_ algorithm: SignatureAlgorithm) {
        // Safe: the key is new and owned from here on.
        let handle =
            switch algorithm {
            case .ed25519: unsafe fingerpost_EVP_PKEY_generate_ed25519()
            case .p256: unsafe fingerpost_EVP_PKEY_generate_p256()
            }
        guard let handle = unsafe handle else { preconditionFailure("libcrypto can't create a key") }
        self.init(unsafe PrivateKey(owning: handle), algorithm)
    }

    /// Parses a private key in PEM (PKCS#8, RFC 5958, or an older format) without a passphrase.
    ///
    /// - Parameter file: The name of the file in error messages.
    public convenience init(pem bytes: Span<UInt8>, file: String) throws(SignatureKeyFault) {
        let key: PrivateKey
        do throws(CertificateFault) { key = try PEMFile(bytes, name: file).privateKey() } catch {
            if error.reason == .encryptedKey { throw SignatureKeyFault(file: file, reason: .encrypted) }
            let isPublic = (try? VerifyingKey(pem: bytes, file: file)) != nil
            throw SignatureKeyFault(file: file, reason: isPublic ? .isPublic : .noPrivateKey)
        }
        // Safe: the key is alive.
        guard let algorithm = unsafe SignatureAlgorithm(of: key.handle) else {
            throw SignatureKeyFault(file: file, reason: .unknownAlgorithm)
        }
        self.init(key, algorithm)
    }

    /// The private key in PEM (PKCS#8), without a passphrase.
    public var pem: [UInt8] {
        // Safe: the memory is owned by this function, and its contents are copied before it is freed.
        guard let memory = unsafe BIO_new(BIO_s_mem()) else { preconditionFailure("out of memory") }
        defer { unsafe BIO_free_all(memory) }
        let done = unsafe PEM_write_bio_PKCS8PrivateKey(memory, key.handle, nil, nil, 0, nil, nil)
        precondition(done == 1, "libcrypto can't write a private key")
        return unsafe DERBuffer.contents(of: memory)
    }

    /// The signature of a text: 64 bytes for Ed25519, about 70 for P-256.
    public func signature(of text: Span<UInt8>) -> [UInt8] {
        // Safe: the context is owned by this function; the buffers outlive the calls, and at most the maximum length of
        // a signature is written, which is requested first.
        guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
        defer { unsafe EVP_MD_CTX_free(context) }
        guard unsafe EVP_DigestSignInit(context, nil, algorithm.digest, nil, key.handle) == 1 else {
            preconditionFailure("libcrypto can't sign: \(ErrorQueue.drain().reason)")
        }
        return unsafe text.withUnsafeBufferPointer { input in
            var count = 0
            guard unsafe EVP_DigestSign(context, nil, &count, input.baseAddress, input.count) == 1 else {
                preconditionFailure("libcrypto can't sign: \(ErrorQueue.drain().reason)")
            }
            return unsafe [UInt8](unsafeUninitializedCapacity: count) { output, written in
                written = count
                let done = unsafe EVP_DigestSign(
                    context, output.baseAddress, &written, input.baseAddress, input.count)
                precondition(done == 1, "libcrypto can't sign")
            }
        }
    }
}
