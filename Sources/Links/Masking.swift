import ByteText

/// Hides what a link must not give away where people and programs read along: one-time codes, API keys, mail addresses.
///
/// A mask keeps the link's structure, so that a masked link still reads, parses and compares as one: the value is replaced
/// by letters and digits of the same length class (8, 16, 32, 64 … characters), and the same value always gets the same
/// mask. Values are found at every level of percent-coding, because a mail link carries its action link encoded.
public enum Masking {
    /// The text with every secret masked. Allocates: for explanations, logs and messages.
    public static func masked(_ text: String) -> String {
        var bytes = Array(text.utf8)
        for name in ["oobCode", "apiKey"] { bytes = maskingValues(of: Array(name.utf8), in: bytes) }
        return String(decoding: maskingMailAddresses(in: bytes), as: UTF8.self)
    }

    // MARK: Values of parameters

    private static func maskingValues(of name: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard let value = valueStart(of: name, at: index, in: bytes) else {
                result.append(bytes[index])
                index += 1
                continue
            }
            var end = value
            while end < bytes.count, !isDelimiter(at: end, in: bytes) { end += 1 }
            result += bytes[index..<value]
            result += mask(of: bytes[value..<end])
            index = end
        }
        return result
    }

    /// Where the value begins, if the parameter's name and an equals sign stand here, at whatever level of encoding.
    private static func valueStart(of name: [UInt8], at index: Int, in bytes: [UInt8]) -> Int? {
        guard bytes[index...].starts(with: name) else { return nil }
        let end = index + name.count
        return encoded(0x3D, "3D", at: end, in: bytes)
    }

    /// `&`, `#`, a quote or a space, as such or encoded.
    private static func isDelimiter(at index: Int, in bytes: [UInt8]) -> Bool {
        let byte = bytes[index]
        if byte == 0x26 || byte == 0x23 || byte == 0x22 || byte <= 0x20 { return true }
        guard byte == 0x25 else { return false }
        return encoded(0x26, "26", at: index, in: bytes) != nil || encoded(0x23, "23", at: index, in: bytes) != nil
    }

    /// The index behind a character that stands here as such, as `%XX`, as `%25XX` and so on; nil where it does not.
    private static func encoded(_ plain: UInt8, _ digits: String, at index: Int, in bytes: [UInt8]) -> Int? {
        guard index < bytes.count else { return nil }
        if bytes[index] == plain { return index + 1 }
        guard bytes[index] == 0x25 else { return nil }
        var next = index + 1
        while bytes[min(next, bytes.count)...].starts(with: [0x32, 0x35]) { next += 2 }
        let code = Array(digits.utf8)
        guard bytes.count >= next + 2, bytes[next..<next + 2].elementsEqual(code, by: { $0 | 0x20 == $1 | 0x20 }) else {
            return nil
        }
        return next + 2
    }

    // MARK: Mail addresses

    /// Masks what stands before an `@` that looks like a mail address's; its domain stays.
    private static func maskingMailAddresses(in bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard let afterSign = encoded(0x40, "40", at: index, in: bytes), afterSign < bytes.count,
                bytes[afterSign].isAlphanumeric
            else {
                result.append(bytes[index])
                index += 1
                continue
            }
            var start = result.count
            while start > 0, isLocalPart(result, start - 1) { start -= 1 }
            let local = result[start...]
            if !local.isEmpty { result.replaceSubrange(start..., with: mask(of: local)) }
            result += bytes[index..<afterSign]
            index = afterSign
        }
        return result
    }

    /// A character of a local part. A percent sequence ends it: it is a delimiter of some level.
    private static func isLocalPart(_ bytes: [UInt8], _ index: Int) -> Bool {
        let byte = bytes[index]
        guard byte.isAlphanumeric || byte == 0x2E || byte == 0x5F || byte == 0x2D || byte == 0x2B else { return false }
        if index >= 1, bytes[index - 1] == 0x25 { return false }
        return !(index >= 2 && bytes[index - 2] == 0x25)
    }

    // MARK: The mask

    private static let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)

    /// Letters and digits of the value's length class, drawn from its hash (FNV-1a, 64 bits, stirred).
    private static func mask(of value: ArraySlice<UInt8>) -> [UInt8] {
        guard !value.isEmpty else { return [] }
        var count = 8
        while count < value.count { count *= 2 }
        var state: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in value { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return (0..<count).map { _ in
            state ^= state >> 33
            state = state &* 0xFF51_AFD7_ED55_8CCD
            return alphabet[Int(state >> 59)]
        }
    }
}
