/// Generates codes for links from a source of random bytes.
///
/// Codes are case-sensitive. None contains a word of ``BlockedWords``.
public struct LinkCode: Sendable {
    /// The length of an unguessable code: 17 of 62 characters are 101 bits.
    static let unguessableCount = 17
    /// The minimum length of a short code.
    public static let shortestCount = 4
    /// The number of tries for each length: codes become longer when most codes of a length are in use.
    private static let triesPerLength = 3
    /// Ten billion links use one in 150 of the codes with seven characters.
    private static let longestCount = 7

    private static let all = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    /// Without 0, O, o, 1, I, i and l, which are easily confused.
    private static let distinct = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz".utf8)

    private let random: @Sendable (Int) -> [UInt8]

    /// - Parameter random: Returns a number of random bytes; unguessable codes need a cryptographically secure source.
    public init(random: @escaping @Sendable (Int) -> [UInt8]) {
        self.random = random
    }

    /// An unguessable code: 17 characters of base 62.
    public func unguessable() -> String { make(Self.unguessableCount, of: Self.all) }

    /// A code for reading and typing, of characters that are not easily confused.
    public func short(count: Int = shortestCount) -> String { make(count, of: Self.distinct) }

    /// Codes to try in sequence: short ones have four characters, or more when most of those are in use.
    public func choices(_ suffix: LinkRecord.Suffix) -> [String] {
        guard suffix == .short else { return (0..<Self.triesPerLength).map { _ in unguessable() } }
        return (Self.shortestCount...Self.longestCount).flatMap { count in
            (0..<Self.triesPerLength).map { _ in short(count: count) }
        }
    }

    private func make(_ count: Int, of alphabet: [UInt8]) -> String {
        while true {
            var code: [UInt8] = []
            while code.count < count {
                // 62 and 55 fit into six bits. Larger values are discarded so that all characters are equally likely.
                for byte in random(2 * count) where code.count < count && Int(byte & 63) < alphabet.count {
                    code.append(alphabet[Int(byte & 63)])
                }
            }
            if !Self.isBlocked(code) { return String(decoding: code, as: UTF8.self) }
        }
    }

    /// Whether a code contains a blocked word, with any reading of its digits.
    static func isBlocked(_ code: [UInt8]) -> Bool {
        let text = code.map(letter)
        return text.indices.contains { start in
            words[Int(text[start])].contains { word in
                word.count <= text.count - start
                    && word.indices.dropFirst().allSatisfy { isSame(text[start + $0], word[$0]) }
            }
        }
    }

    /// The words by the characters that can be read as their first letter, which reduces comparisons.
    private static let words: [[[UInt8]]] = {
        // Safe: each literal's bytes are copied within the call.
        let all = BlockedWords.all.map { word in word.withUTF8Buffer { unsafe Array($0) } }
        return (UInt8.min...UInt8.max).map { byte in all.filter { isSame(byte, $0[0]) } }
    }()

    /// A character as a letter of the words: lowercase, and digits as the letters they look like.
    private static func letter(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "0"): UInt8(ascii: "o")
        case UInt8(ascii: "1"): UInt8(ascii: "i")
        case UInt8(ascii: "3"): UInt8(ascii: "e")
        case UInt8(ascii: "4"): UInt8(ascii: "a")
        case UInt8(ascii: "5"): UInt8(ascii: "s")
        case UInt8(ascii: "7"): UInt8(ascii: "t")
        case UInt8(ascii: "8"): UInt8(ascii: "b")
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: byte
        }
    }

    /// Whether a character matches a word's letter; i and l match each other, as do u and v.
    private static func isSame(_ byte: UInt8, _ letter: UInt8) -> Bool {
        if byte == letter { return true }
        switch (byte, letter) {
        case (UInt8(ascii: "i"), UInt8(ascii: "l")), (UInt8(ascii: "l"), UInt8(ascii: "i")): return true
        case (UInt8(ascii: "v"), UInt8(ascii: "u")): return true
        default: return false
        }
    }
}

/// Words that no generated code contains, in lowercase. Digits that look like letters are treated as those letters.
///
/// Words of three letters are listed only if they can hardly be read as anything else.
enum BlockedWords {
    static let all: [StaticString] = [
        // English
        "anal", "anus", "arse", "ass", "bastard", "bitch", "boob", "bollock", "butt", "cock", "coon", "crap", "cum",
        "cunt", "damn", "dick", "dildo", "dyke", "fag", "fuc", "fuk", "gook", "homo", "jerk", "jizz", "kike", "kill",
        "kkk", "nazi", "negro", "nigg", "nude", "orgy", "paki", "penis", "perv", "piss", "poop", "porn", "prick",
        "pube", "pussy", "queer", "rape", "rapist", "retard", "scum", "sex", "shag", "shit", "slag", "slut", "smut",
        "spic", "suck", "tit", "turd", "twat", "vagina", "vulva", "wank", "whore", "xxx",
        // Spanish, Portuguese and Italian
        "cabron", "caca", "cago", "cazzo", "culo", "fica", "foda", "joder", "mierda", "merda", "porra", "puta", "puto",
        "stronz", "troia",
        // French
        "bite", "chier", "conne", "merde", "nique", "putain", "pute", "salop",
        // German and Dutch
        "arsch", "fick", "fotze", "hure", "hoer", "kacke", "kanake", "kut", "lul", "mist", "nutte", "sau", "scheis",
        "schlampe", "titte", "wichs",
        // Nordic and Slavic, in Latin letters
        "fitta", "hora", "kuk", "kurwa", "blyad", "blyat", "pizda", "suka", "huj", "hui",
        // Words that suggest an error or a threat
        "bomb", "dead", "fail", "hack", "hate", "scam", "spam", "virus",
    ]
}
