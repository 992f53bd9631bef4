public import ByteText

extension Masking {
    /// Whether a text may contain a secret. If false, ``masked(_:)`` returns the text unchanged.
    ///
    /// For logs, most of whose texts contain no secrets: one pass, no allocation. Secrets follow a name that ends in `e` or
    /// `y`, precede an `@`, or follow `/_fp/`; each of these characters may be percent-encoded any number of times.
    public static func suspects(_ text: Span<UInt8>) -> Bool {
        var last: UInt8 = 0
        var index = 0
        var end = text.endOfLongRun(of: passable)
        while true {
            if end > index { last = text[end - 1].lowercased }
            guard end < text.count else { return false }
            let character = CodedCharacter(at: end, in: text)
            index = character.end
            switch character.byte {
            case UInt8(ascii: "@"): return true
            case UInt8(ascii: "="), UInt8(ascii: "\""):
                if last == UInt8(ascii: "e") || last == UInt8(ascii: "y") { return true }
            // Names of secrets may contain underscores anywhere after their first letter.
            case UInt8(ascii: "_"):
                if namesPages(text, from: index) { return true }
            default: break
            }
            if character.byte != UInt8(ascii: "_") { last = character.byte.lowercased }
            end = text.endOfRun(of: passable, from: index)
        }
    }

    /// Bytes that can be skipped, except for the last one of a run. A text that consists only of them contains no secret.
    package static let passable = ByteSet { !"@=\"%_".utf8.contains($0) }

    /// Whether `fp/` follows.
    private static func namesPages(_ text: Span<UInt8>, from start: Int) -> Bool {
        var index = start
        for letter in "fp/".utf8 {
            guard index < text.count else { return false }
            let character = CodedCharacter(at: index, in: text)
            guard character.byte == letter else { return false }
            index = character.end
        }
        return true
    }

    /// Whether the text contains a secret. Does not allocate.
    public static func hidesAnything(in text: TextRange, of arena: borrowing ByteArena) -> Bool {
        guard !text.isEmpty, mayHide(text, of: arena) else { return false }
        var secrets = SecretScanner()
        return secrets.next(in: arena[text]) != nil
    }

    /// Whether the text may contain a secret, at any level of percent-encoding. Never returns false negatives.
    public static func mayHide(_ text: TextRange, of arena: borrowing ByteArena) -> Bool {
        let bytes = arena[text]
        var index = bytes.endOfLongRun(of: innocent)
        while index < bytes.count {
            if mayBelongToSecret(bytes, index) { return true }
            index = bytes.endOfRun(of: innocent, from: index + 1)
        }
        return false
    }

    /// Bytes that do not indicate a secret. Excludes one rare letter each of `oobCode` and `apiKey`.
    private static let innocent = ByteSet { !"@%_bBkK".utf8.contains($0) }

    private static func mayBelongToSecret(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
        /// Whether two letters follow, in any case.
        func follow(_ one: UInt8, _ two: UInt8) -> Bool {
            index + 2 < bytes.count && bytes[index + 1].lowercased == one && bytes[index + 2].lowercased == two
        }
        /// Whether letters precede, last one first. Underscores may occur anywhere after the first letter of a name.
        func isBehind(_ one: UInt8, _ other: UInt8, _ third: UInt8? = nil) -> Bool {
            var place = index
            guard goesBack(to: one, &place), goesBack(to: other, &place) else { return false }
            guard let third else { return true }
            return goesBack(to: third, &place)
        }
        func goesBack(to letter: UInt8, _ place: inout Int) -> Bool {
            repeat { place -= 1 } while place >= 0 && bytes[place] == UInt8(ascii: "_")
            return place >= 0 && bytes[place].lowercased == letter
        }
        return switch bytes[index].lowercased {
        case UInt8(ascii: "@"): true
        // `%40` is an at sign, `%41` a letter and `%5F` an underscore, also after `%25`.
        case UInt8(ascii: "%"):
            index + 1 < bytes.count && (0x34...0x37).contains(bytes[index + 1])
                || follow(UInt8(ascii: "2"), UInt8(ascii: "5"))
        case UInt8(ascii: "_"): follow(UInt8(ascii: "f"), UInt8(ascii: "p"))
        case UInt8(ascii: "b"): isBehind(UInt8(ascii: "o"), UInt8(ascii: "o"))
        default: isBehind(UInt8(ascii: "i"), UInt8(ascii: "p"), UInt8(ascii: "a"))
        }
    }
}
