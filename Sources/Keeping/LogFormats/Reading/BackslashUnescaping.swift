import ByteText

/// Undoes the escapes that nginx and Apache write into quoted fields: `\xHH`, `\"`, `\\`, `
/// ` and the like; and `\uHHHH`, as nginx writes with `escape=json`.
enum BackslashUnescaping {
    static func unescape(_ text: TextRange, in arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        var index = 0
        while index < text.count {
            let byte = arena[text.start + index]
            if byte == UInt8(ascii: "\\"), index + 1 < text.count {
                index = unescapeOne(at: index, text, in: &arena)
            } else {
                arena.append(byte)
                index += 1
            }
        }
        return arena.piece(from: mark)
    }

    /// Undoes the escape whose backslash is at an index; returns where the text continues. Anything that is not an
    /// escape keeps its backslash.
    private static func unescapeOne(at index: Int, _ text: TextRange, in arena: inout ByteArena) -> Int {
        let letter = arena[text.start + index + 1]
        if let control = letter.backslashControl {
            arena.append(control)
            return index + 2
        }
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"):
            arena.append(letter)
            return index + 2
        case UInt8(ascii: "x"):
            guard let byte = arena[text].hexPair(at: index + 2) else { break }
            arena.append(byte)
            return index + 4
        case UInt8(ascii: "u"):
            guard let escape = UnicodeEscape(arena[text], at: index) else { break }
            if let scalar = escape.scalar {
                for byte in UTF8.encode(scalar)! { arena.append(byte) }
            } else {
                // Half a surrogate pair is not a character.
                arena.append(UInt8(ascii: "?"))
            }
            return escape.end
        default: break
        }
        arena.append(UInt8(ascii: "\\"))
        return index + 1
    }
}
