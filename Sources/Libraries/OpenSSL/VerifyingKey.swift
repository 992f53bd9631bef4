import COpenSSL

/// A public key that tells whether a signature is one of its private key's: Ed25519 or ECDSA P-256.
///
/// Immutable, so it may be used on any thread.
@safe public final class VerifyingKey: @unchecked Sendable {
    private let handle: OpaquePointer
    /// How its private key signs. A signature never chooses it.
    public let algorithm: SignatureAlgorithm
    /// `sha256:` and the digest of the key in DER (SubjectPublicKeyInfo, RFC 5280, section 4.1.2.7), in 64 hexadecimal
    /// digits: `openssl pkey -pubin -in FILE -outform DER | sha256sum`.
    public let id: String

    /// Owns the key that it is passed, of an algorithm that is known.
    private init(owning handle: OpaquePointer, _ algorithm: SignatureAlgorithm, _ der: [UInt8]) {
        unsafe self.handle = handle
        self.algorithm = algorithm
        id = "sha256:" + Digest.sha256Hex(der.span)
    }

    // Safe: the reference is this object's own; libcrypto counts them atomically, and never changes a key that verifies.
    deinit { unsafe EVP_PKEY_free(handle) }

    convenience init?(der bytes: [UInt8]) {
        defer { ErrorQueue.clear() }
        // Safe: the bytes are read within the call only; what is returned is owned from here on.
        let handle = unsafe bytes.withUnsafeBufferPointer { buffer in
            var next = buffer.baseAddress
            return unsafe d2i_PUBKEY(nil, &next, buffer.count)
        }
        guard let handle = unsafe handle else { return nil }
        guard let algorithm = unsafe SignatureAlgorithm(of: handle) else {
            unsafe EVP_PKEY_free(handle)
            return nil
        }
        unsafe self.init(owning: handle, algorithm, bytes)
    }

    /// Reads a public key in PEM (SubjectPublicKeyInfo, RFC 7468, section 13). A private key is refused: it does not belong
    /// where signatures are verified.
    ///
    /// - Parameter file: What faults call it.
    public convenience init(pem bytes: Span<UInt8>, file: String) throws(SignatureKeyFault) {
        defer { ErrorQueue.clear() }
        // Safe: the bytes are copied within the call, and the memory is freed here; what is read is owned from here on.
        guard let memory = unsafe BIO_new(BIO_s_mem()) else { preconditionFailure("libcrypto has no memory") }
        defer { unsafe BIO_free_all(memory) }
        unsafe bytes.withUnsafeBytes { input in
            _ = unsafe BIO_write(memory, input.baseAddress, Int32(clamping: input.count))
        }
        guard let handle = unsafe PEM_read_bio_PUBKEY(memory, nil, { _, _, _, _ in -1 }, nil) else {
            let isPrivate = (try? PEMFile(bytes, name: file).privateKey()) != nil
            throw SignatureKeyFault(file: file, reason: isPrivate ? .isPrivate : .noPublicKey)
        }
        guard let algorithm = unsafe SignatureAlgorithm(of: handle), let der = unsafe DERBuffer.publicKey(handle) else {
            unsafe EVP_PKEY_free(handle)
            throw SignatureKeyFault(file: file, reason: .unknownAlgorithm)
        }
        unsafe self.init(owning: handle, algorithm, der)
    }

    /// The key in PEM (SubjectPublicKeyInfo).
    public var pem: [UInt8] {
        // Safe: the memory is this function's own, and what is in it is copied before it is freed.
        guard let memory = unsafe BIO_new(BIO_s_mem()) else { preconditionFailure("libcrypto has no memory") }
        defer { unsafe BIO_free_all(memory) }
        let done = unsafe PEM_write_bio_PUBKEY(memory, handle)
        precondition(done == 1, "libcrypto can't write a public key")
        return unsafe DERBuffer.contents(of: memory)
    }

    /// Whether a signature is the private key's, of exactly this text.
    public func isSignature(_ signature: Span<UInt8>, of text: Span<UInt8>) -> Bool {
        defer { ErrorQueue.clear() }
        // Safe: the context is this function's own, and the bytes are read within the calls only.
        guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("libcrypto has no memory") }
        defer { unsafe EVP_MD_CTX_free(context) }
        guard unsafe EVP_DigestVerifyInit(context, nil, algorithm.digest, nil, handle) == 1 else { return false }
        return unsafe signature.withUnsafeBufferPointer { signature in
            unsafe text.withUnsafeBufferPointer { text in
                unsafe EVP_DigestVerify(
                    context, signature.baseAddress, signature.count, text.baseAddress, text.count) == 1
            }
        }
    }
}

/// What libcrypto writes into memory.
enum DERBuffer {
    /// A public key in DER (SubjectPublicKeyInfo); nil where there is no such form.
    static func publicKey(_ key: OpaquePointer) -> [UInt8]? {
        defer { ErrorQueue.clear() }
        // Safe: the key is the caller's; the second call writes as many bytes as the first has counted.
        let count = unsafe i2d_PUBKEY(key, nil)
        guard count > 0 else { return nil }
        return unsafe [UInt8](unsafeUninitializedCapacity: Int(count)) { output, written in
            var next = output.baseAddress
            written = Int(max(0, unsafe i2d_PUBKEY(key, &next)))
        }
    }

    /// All that was written to a memory of libcrypto's.
    static func contents(of memory: OpaquePointer) -> [UInt8] {
        // Safe: no more is read than is there.
        let count = unsafe Int(BIO_ctrl_pending(memory))
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { output, written in
            written = Int(max(0, unsafe BIO_read(memory, output.baseAddress, Int32(count))))
        }
    }
}
