public import ByteText

extension Masking {
    /// Whether a text may hold something to mask: false means that ``masked(_:)`` returns the text itself.
    ///
    /// For logs, most of whose texts hold no secret: one pass, no allocation. A secret is behind a name that ends in `e` or
    /// `y`, before an `@`, or after `/_fp/`; each of these characters may be percent-encoded any number of times.
    public static func suspects(_ text: Span<UInt8>) -> Bool {
        var last: UInt8 = 0
        var index = 0
        while true {
            let end = text.endOfRun(of: passable, from: index)
            if end > index { last = text[end - 1].lowercased }
            guard end < text.count else { return false }
            let character = CodedCharacter(at: end, in: text)
            index = character.end
            switch character.byte {
            case UInt8(ascii: "@"): return true
            case UInt8(ascii: "="), UInt8(ascii: "\""):
                if last == UInt8(ascii: "e") || last == UInt8(ascii: "y") { return true }
            // The names of secrets may have underscores anywhere after their first letter.
            case UInt8(ascii: "_"):
                if namesPages(text, from: index) { return true }
                continue
            default: break
            }
            last = character.byte.lowercased
        }
    }

    /// What can be passed over, but for the last of it.
    private static let passable = ByteSet { !"@=\"%_".utf8.contains($0) }

    /// Whether `fp/` is next.
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

    /// Whether the text holds a secret. Allocates nothing.
    public static func hidesAnything(in text: TextRange, of arena: borrowing ByteArena) -> Bool {
        guard mayHide(text, of: arena) else { return false }
        var secrets = SecretScanner()
        return secrets.next(in: arena[text]) != nil
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
    private static let innocent = ByteSet { !"@%oOaA_".utf8.contains($0) }

    private static func mayBeginSecret(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
        func follows(_ offset: Int, _ lower: StaticString) -> Bool {
            guard index + offset + lower.utf8CodeUnitCount <= bytes.count else { return false }
            return bytes.extracting((index + offset)..<(index + offset + lower.utf8CodeUnitCount)).equalsIgnoringCase(
                lower)
        }
        switch bytes[index].lowercased {
        case UInt8(ascii: "@"): return true
        // `%40` is an at sign, `%41` a letter and `%5F` an underscore, and so they are behind `%25`.
        case UInt8(ascii: "%"):
            return follows(1, "25") || index + 1 < bytes.count && (0x34...0x37).contains(bytes[index + 1])
        case UInt8(ascii: "_"): return follows(1, "fp")
        case UInt8(ascii: "o"): return follows(1, "ob")
        case UInt8(ascii: "a"): return follows(1, "pi")
        default: return false
        }
    }
}
