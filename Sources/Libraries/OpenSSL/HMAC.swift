import COpenSSL

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
