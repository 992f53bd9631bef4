import COpenSSL

/// Base64 (RFC 4648, section 4): the standard alphabet, with padding.
public enum Base64 {
    /// The encoded bytes, on one line.
    public static func text(_ bytes: [UInt8]) -> String {
        let length = (bytes.count + 2) / 3 * 4
        // Safe: libcrypto writes the characters and a terminating NUL during the call.
        let characters = unsafe [UInt8](unsafeUninitializedCapacity: length + 1) { output, count in
            _ = unsafe EVP_EncodeBlock(output.baseAddress, bytes, Int32(bytes.count))
            count = length
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The decoded bytes. Returns `nil` for anything else, including text without padding.
    public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let characters = Array(text.utf8)
        let padding = characters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard characters.count % 4 == 0, padding <= 2, characters.count < 1 << 20 else { return nil }
        var filled: Int32 = -1
        // Safe: three bytes are written per four characters, during the call.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: characters.count / 4 * 3) { output, count in
            filled = unsafe EVP_DecodeBlock(output.baseAddress, characters, Int32(characters.count))
            count = max(0, Int(filled))
        }
        guard filled >= 0 else { return nil }
        let whole = Array(bytes.dropLast(padding))
        // libcrypto ignores surrounding whitespace.
        return Self.text(whole) == String(text) ? whole : nil
    }
}
