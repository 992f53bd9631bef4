import COpenSSL

/// A public key that verifies signatures: Ed25519 or ECDSA P-256.
///
/// Immutable, so it may be used on any thread.
@safe public final class VerifyingKey: @unchecked Sendable {
    private let handle: OpaquePointer
    /// The signature algorithm of the key. It is never chosen by a signature.
    public let algorithm: SignatureAlgorithm
    /// `sha256:` and the digest of the key in DER (SubjectPublicKeyInfo, RFC 5280, section 4.1.2.7), as 64 hexadecimal
    /// digits: `openssl pkey -pubin -in FILE -outform DER | sha256sum`.
    public let id: String

    /// Takes ownership of a key with a supported algorithm.
    private init(owning handle: OpaquePointer, _ algorithm: SignatureAlgorithm, _ der: [UInt8]) {
        unsafe self.handle = handle
        self.algorithm = algorithm
        id = "sha256:" + Digest.sha256Hex(der.span)
    }

    // Safe: the reference is owned by this object. libcrypto counts references atomically and does not modify a key for
    // verifying.
    deinit { unsafe EVP_PKEY_free(handle) }

    convenience init?(der bytes: [UInt8]) {
        defer { ErrorQueue.clear() }
        // Safe: the bytes are read only during the call; the returned object is owned from here on.
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

    /// Parses a public key in PEM (SubjectPublicKeyInfo, RFC 7468, section 13). A private key is rejected, since it
    /// must not be where signatures are verified.
    ///
    /// - Parameter file: The name of the file in error messages.
    public convenience init(pem bytes: Span<UInt8>, file: String) throws(SignatureKeyFault) {
        defer { ErrorQueue.clear() }
        // Safe: the bytes are copied during the call, and the memory is freed here; the returned key is owned from here
        // on.
        guard let memory = unsafe BIO_new(BIO_s_mem()) else { preconditionFailure("out of memory") }
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
        // Safe: the memory is owned by this function, and its contents are copied before it is freed.
        guard let memory = unsafe BIO_new(BIO_s_mem()) else { preconditionFailure("out of memory") }
        defer { unsafe BIO_free_all(memory) }
        let done = unsafe PEM_write_bio_PUBKEY(memory, handle)
        precondition(done == 1, "libcrypto can't write a public key")
        return unsafe DERBuffer.contents(of: memory)
    }

    /// Whether a signature was made by the private key for exactly this text.
    public func isSignature(_ signature: Span<UInt8>, of text: Span<UInt8>) -> Bool {
        defer { ErrorQueue.clear() }
        // Safe: the context is owned by this function, and the bytes are read only during the calls.
        guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
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

/// Output of libcrypto in memory.
enum DERBuffer {
    /// A public key in DER (SubjectPublicKeyInfo), or `nil` if it has no such encoding.
    static func publicKey(_ key: OpaquePointer) -> [UInt8]? {
        defer { ErrorQueue.clear() }
        // Safe: the key is owned by the caller; the second call writes as many bytes as the first has counted.
        let count = unsafe i2d_PUBKEY(key, nil)
        guard count > 0 else { return nil }
        return unsafe [UInt8](unsafeUninitializedCapacity: Int(count)) { output, written in
            var next = output.baseAddress
            written = Int(max(0, unsafe i2d_PUBKEY(key, &next)))
        }
    }

    /// The contents of a memory BIO.
    static func contents(of memory: OpaquePointer) -> [UInt8] {
        // Safe: reads no more bytes than are available.
        let count = unsafe Int(BIO_ctrl_pending(memory))
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { output, written in
            written = Int(max(0, unsafe BIO_read(memory, output.baseAddress, Int32(count))))
        }
    }
}
