import COpenSSL

/// SHA-2 digests (FIPS 180-4).
public enum Digest {
    /// The size of a SHA-256 digest in bytes.
    public static let sha256Count = 32

    /// The SHA-256 digest of the bytes: 32 bytes.
    public static func sha256(_ bytes: Span<UInt8>) -> [UInt8] {
        // Safe: both buffers outlive the call; SHA-256 writes 32 bytes and keeps no pointer.
        unsafe bytes.withUnsafeBytes { input in
            unsafe [UInt8](unsafeUninitializedCapacity: sha256Count) { output, count in
                var written: UInt32 = 0
                let done = unsafe EVP_Digest(
                    input.baseAddress, input.count, output.baseAddress, &written, EVP_sha256(), nil)
                precondition(done == 1 && written == sha256Count, "libcrypto can't compute SHA-256")
                count = sha256Count
            }
        }
    }

    /// The first eight bytes of the SHA-256 digest of the bytes, as a big-endian number.
    public static func sha256Start(_ bytes: Span<UInt8>) -> UInt64 {
        var digest = InlineArray<4, UInt64>(repeating: 0)
        var output = digest.mutableSpan
        // Safe: both buffers outlive the call; SHA-256 writes 32 bytes, for which there is room, and keeps no pointer.
        let done = unsafe output.withUnsafeMutableBytes { output in
            unsafe bytes.withUnsafeBytes { input in
                let start = unsafe output.baseAddress?.assumingMemoryBound(to: UInt8.self)
                return unsafe EVP_Digest(input.baseAddress, input.count, start, nil, EVP_sha256(), nil)
            }
        }
        precondition(done == 1, "libcrypto can't compute SHA-256")
        return digest[0].bigEndian
    }

    /// The SHA-256 digest of the bytes, as 64 lowercase hexadecimal digits.
    public static func sha256Hex(_ bytes: Span<UInt8>) -> String { hex(sha256(bytes)) }

    static func hex(_ digest: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * sha256Count)
        for byte in digest {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
