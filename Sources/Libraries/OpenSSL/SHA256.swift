import COpenSSL

/// An incremental SHA-256 digest (FIPS 180-4), for data that is not contiguous.
@safe public struct SHA256: ~Copyable {
    private let context: OpaquePointer

    /// Creates an empty digest.
    public init() {
        // Safe: the context is owned only by this value, and freed in deinit.
        guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
        unsafe self.context = context
        let done = unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil)
        precondition(done == 1, "libcrypto can't compute SHA-256")
    }

    deinit {
        // Safe: no other value has the context.
        unsafe EVP_MD_CTX_free(context)
    }

    /// Appends bytes.
    public mutating func add(_ bytes: Span<UInt8>) {
        // Safe: the bytes are read only during the call.
        let done = unsafe bytes.withUnsafeBytes { unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
        precondition(done == 1, "libcrypto can't compute SHA-256")
    }

    /// The digest as 64 lowercase hexadecimal digits. Nothing may be added afterwards.
    public consuming func finish() -> String {
        // Safe: SHA-256 writes 32 bytes and keeps no pointer.
        let digest = unsafe [UInt8](unsafeUninitializedCapacity: Digest.sha256Count) { output, count in
            var written: UInt32 = 0
            let done = unsafe EVP_DigestFinal_ex(context, output.baseAddress, &written)
            precondition(done == 1 && written == Digest.sha256Count, "libcrypto can't compute SHA-256")
            count = Digest.sha256Count
        }
        return Digest.hex(digest)
    }
}

/// Message authentication codes with a shared key (RFC 2104, FIPS 198-1).
public enum HMAC {
    /// The HMAC-SHA-256 of the bytes: 32 bytes.
    public static func sha256(_ bytes: Span<UInt8>, key: [UInt8]) -> [UInt8] {
        // Safe: all buffers outlive the call, which writes 32 bytes and keeps no pointer.
        unsafe bytes.withUnsafeBytes { input in
            unsafe [UInt8](unsafeUninitializedCapacity: Digest.sha256Count) { output, count in
                var written = 0
                _ = unsafe EVP_Q_mac(
                    nil, "HMAC", nil, "SHA256", nil, key, key.count,
                    input.baseAddress?.assumingMemoryBound(to: UInt8.self), input.count, output.baseAddress,
                    Digest.sha256Count, &written)
                precondition(written == Digest.sha256Count, "libcrypto can't compute HMAC")
                count = Digest.sha256Count
            }
        }
    }
}
