import COpenSSL

/// Cryptographically secure random bytes.
public enum SecureRandom {
    /// Random bytes from libcrypto's generator, which is seeded by the kernel. Traps if the kernel has no entropy.
    public static func bytes(count: Int) -> [UInt8] {
        precondition(count >= 0 && count <= Int(Int32.max), "too many random bytes requested")
        // Safe: libcrypto fills exactly `count` bytes of the new array's storage during the call.
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { output, filled in
            let done = unsafe RAND_bytes(output.baseAddress, Int32(count))
            precondition(count == 0 || done == 1, "libcrypto can't generate random bytes")
            filled = count
        }
    }
}
