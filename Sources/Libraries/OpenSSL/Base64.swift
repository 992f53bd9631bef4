import COpenSSL

/// Bytes as text (RFC 4648, section 4): the usual alphabet, with padding.
public enum Base64 {
    /// The text of some bytes, in one line.
    public static func text(_ bytes: [UInt8]) -> String {
        let length = (bytes.count + 2) / 3 * 4
        // Safe: libcrypto writes the characters and a zero byte within the call.
        let characters = unsafe [UInt8](unsafeUninitializedCapacity: length + 1) { output, count in
            _ = unsafe EVP_EncodeBlock(output.baseAddress, bytes, Int32(bytes.count))
            count = length
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The bytes of a text; nil for anything else, a text without its padding included.
    public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let characters = Array(text.utf8)
        let padding = characters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard characters.count % 4 == 0, padding <= 2, characters.count < 1 << 20 else { return nil }
        var filled: Int32 = -1
        // Safe: three bytes are written for four characters, within the call.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: characters.count / 4 * 3) { output, count in
            filled = unsafe EVP_DecodeBlock(output.baseAddress, characters, Int32(characters.count))
            count = max(0, Int(filled))
        }
        guard filled >= 0 else { return nil }
        let whole = Array(bytes.dropLast(padding))
        // libcrypto passes over blanks around the text.
        return Self.text(whole) == String(text) ? whole : nil
    }
}
