public import ByteText

/// Hides what a link must not give away where people and programs read along: one-time codes, API keys, mail addresses.
///
/// A mask keeps the link's structure, so that a masked link still reads, parses and compares as one: the value is replaced
/// by letters and digits of the same length class (8, 16, 32, 64 … characters), and the same value always gets the same
/// mask. Values are found at every level of percent-coding, because a mail link carries its action link encoded.
///
/// Secrets are the values of `oobCode` and `apiKey`, also as `oob_code` and `api_key` and in any case, and what stands
/// before the `@` of a mail address. Other parameters of a continue URL are the app's own and stay.
public enum Masking {
    /// The text with every secret masked. Allocates: for explanations, logs and messages.
    public static func masked(_ text: String) -> String {
        replacingSecrets(in: text, with: mask(of:))
    }

    /// The text with every secret as an asterisk: texts that are alike but for their secrets become the same. Allocates.
    public static func blanked(_ text: String) -> String {
        replacingSecrets(in: text) { _ in [UInt8(ascii: "*")] }
    }

    private static func replacingSecrets(in text: String, with replacement: (ArraySlice<UInt8>) -> [UInt8]) -> String {
        let bytes = Array(text.utf8)
        let characters = CodedCharacter.all(of: bytes)
        // Of two that begin at one place the longer one hides both.
        let secrets = (valuesOfParameters(characters) + localParts(characters)).sorted {
            ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound)
        }
        var result: [UInt8] = []
        var end = 0
        for secret in secrets {
            let piece = characters[secret.lowerBound].start..<characters[secret.upperBound - 1].end
            guard piece.lowerBound >= end else { continue }
            result += bytes[end..<piece.lowerBound]
            result += replacement(bytes[piece])
            end = piece.upperBound
        }
        result += bytes[end...]
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether the text holds a secret. Allocates only for text that has what a secret has: an at sign, a letter in code,
    /// or a piece of a secret parameter's name.
    public static func hidesAnything(in text: TextRange, of arena: borrowing ByteArena) -> Bool {
        guard mayHide(text, of: arena) else { return false }
        let text = arena.string(text)
        return masked(text) != text
    }

    /// Whether the text has anything that a secret has, at any level of percent-coding: false is certain.
    public static func mayHide(_ text: TextRange, of arena: borrowing ByteArena) -> Bool {
        let bytes = arena[text]
        var index = bytes.endOfRun(of: innocent)
        while index < bytes.count {
            if mayBeginSecret(bytes, index) { return true }
            index = bytes.endOfRun(of: innocent, from: index + 1)
        }
        return false
    }

    /// What no secret begins with.
    private static let innocent = ByteSet { !"@%oOaA".utf8.contains($0) }

    private static func mayBeginSecret(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
        func follows(_ offset: Int, _ lower: StaticString) -> Bool {
            guard index + offset + lower.utf8CodeUnitCount <= bytes.count else { return false }
            return bytes.extracting((index + offset)..<(index + offset + lower.utf8CodeUnitCount)).equalsIgnoringCase(
                lower)
        }
        switch bytes[index].lowercased {
        case UInt8(ascii: "@"): return true
        // `%40` is an at sign and `%41` a letter, and so they are behind `%25`.
        case UInt8(ascii: "%"):
            return follows(1, "25") || index + 1 < bytes.count && (0x34...0x37).contains(bytes[index + 1])
        case UInt8(ascii: "o"): return follows(1, "ob")
        case UInt8(ascii: "a"): return follows(1, "pi")
        default: return false
        }
    }

    // MARK: Values of parameters

    /// The names of secret parameters, in lower case and without underscores.
    private static let names: [[UInt8]] = [Array("oobcode".utf8), Array("apikey".utf8)]

    /// Where the values of secret parameters are, as indices of characters.
    private static func valuesOfParameters(_ characters: [CodedCharacter]) -> [Range<Int>] {
        var values: [Range<Int>] = []
        var index = 0
        while index < characters.count {
            guard let start = valueStart(behind: index, characters),
                names.contains(where: { ends(characters, index, $0) })
            else {
                index += 1
                continue
            }
            let depth = characters[index].depth
            let isQuoted = start > index + 1
            index = start
            while index < characters.count, !endsValue(characters, index, at: depth, isQuoted: isQuoted) { index += 1 }
            if index > start { values.append(start..<index) }
        }
        return values
    }

    /// Where a value begins whose name ends here: behind `=`, or as JSON and CEL write a map, behind `": "`.
    private static func valueStart(behind index: Int, _ characters: [CodedCharacter]) -> Int? {
        if characters[index].byte == UInt8(ascii: "=") { return index + 1 }
        guard characters[index].byte == UInt8(ascii: "\"") else { return nil }
        var next = index + 1
        guard next < characters.count, characters[next].byte == UInt8(ascii: ":") else { return nil }
        repeat { next += 1 } while next < characters.count && characters[next].byte == 0x20
        return next < characters.count && characters[next].byte == UInt8(ascii: "\"") ? next + 1 : nil
    }

    /// Whether the characters before `end` spell a name.
    private static func ends(_ characters: [CodedCharacter], _ end: Int, _ name: [UInt8]) -> Bool {
        var index = end
        var left = name.count
        while left > 0 {
            guard index > 0 else { return false }
            index -= 1
            let byte = characters[index].byte
            if byte == UInt8(ascii: "_"), left < name.count { continue }
            guard byte.lowercased == name[left - 1] else { return false }
            left -= 1
        }
        return true
    }

    /// Whether a value ends here whose equals sign is encoded `depth` times: at a `&` or `#` that is encoded no deeper, or
    /// where the link itself ends in the text. A value in quotes ends at the other one.
    ///
    /// What is encoded deeper belongs to the value: `%26` in a plain query is a part of it.
    private static func endsValue(
        _ characters: [CodedCharacter], _ index: Int, at depth: Int, isQuoted: Bool
    ) -> Bool {
        let character = characters[index]
        switch character.byte {
        case UInt8(ascii: "&"), UInt8(ascii: "#"): return !isQuoted && character.depth <= depth
        case UInt8(ascii: "\""):
            return character.depth == 0 && !(isQuoted && characters[index - 1].byte == UInt8(ascii: "\\"))
        case 0...0x20: return !isQuoted && character.depth == 0
        default: return false
        }
    }

    // MARK: Mail addresses

    /// What stands before each `@` that looks like a mail address's; the domain behind it stays.
    private static func localParts(_ characters: [CodedCharacter]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        for index in characters.indices.dropLast() where characters[index].byte == UInt8(ascii: "@") {
            guard characters[index + 1].byte.isAlphanumeric else { continue }
            var start = index
            while start > 0, isLocalPart(characters[start - 1].byte) { start -= 1 }
            if start < index { parts.append(start..<index) }
        }
        return parts
    }

    /// A character of a local part (RFC 5322, section 3.2.3), without those that also part a link: `& = / ? #`.
    private static func isLocalPart(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte >= 0x80 || localMarks.contains(byte)
    }

    private static let localMarks = ByteSet(".!$%'*+-^_`{|}~")

    // MARK: The mask

    private static let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)

    /// Letters and digits of the value's length class, drawn from its hash (FNV-1a, 64 bits, stirred).
    private static func mask(of value: ArraySlice<UInt8>) -> [UInt8] {
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

/// A character of a link as it stands there: as such, as `%XX`, as `%25XX` and so on.
private struct CodedCharacter {
    let start: Int
    let end: Int
    /// What it stands for.
    let byte: UInt8
    /// How many times it is percent-encoded.
    let depth: Int

    static func all(of bytes: [UInt8]) -> [CodedCharacter] {
        var characters: [CodedCharacter] = []
        characters.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let character = CodedCharacter(at: index, in: bytes)
            characters.append(character)
            index = character.end
        }
        return characters
    }

    private init(at start: Int, in bytes: [UInt8]) {
        self.start = start
        var byte = bytes[start]
        var end = start + 1
        var depth = 0
        while byte == UInt8(ascii: "%"), end + 1 < bytes.count, let high = bytes[end].hexValue,
            let low = bytes[end + 1].hexValue
        {
            byte = high << 4 | low
            end += 2
            depth += 1
        }
        self.end = end
        self.byte = byte
        self.depth = depth
    }
}
