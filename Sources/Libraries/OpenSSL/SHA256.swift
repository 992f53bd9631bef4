import COpenSSL

/// A SHA-256 digest (FIPS 180-4) of bytes that come one piece after the other, so that they need not lie side by side.
@safe public struct SHA256: ~Copyable {
    private let context: OpaquePointer

    /// A digest of nothing yet.
    public init() {
        // Safe: the context is owned by this value alone, and freed in deinit.
        guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("libcrypto has no memory") }
        unsafe self.context = context
        let done = unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil)
        precondition(done == 1, "libcrypto can't compute SHA-256")
    }

    deinit {
        // Safe: no other value has the context.
        unsafe EVP_MD_CTX_free(context)
    }

    /// Adds bytes after those before.
    public mutating func add(_ bytes: Span<UInt8>) {
        // Safe: the bytes are read within the call only.
        let done = unsafe bytes.withUnsafeBytes { unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
        precondition(done == 1, "libcrypto can't compute SHA-256")
    }

    /// The digest in 64 lower-case hexadecimal digits; nothing may be added afterwards.
    public consuming func finish() -> String {
        // Safe: SHA-256 writes 32 bytes, and never keeps a pointer.
        let digest = unsafe [UInt8](unsafeUninitializedCapacity: Digest.sha256Count) { output, count in
            var written: UInt32 = 0
            let done = unsafe EVP_DigestFinal_ex(context, output.baseAddress, &written)
            precondition(done == 1 && written == Digest.sha256Count, "libcrypto can't compute SHA-256")
            count = Digest.sha256Count
        }
        return Digest.hex(digest)
    }
}
