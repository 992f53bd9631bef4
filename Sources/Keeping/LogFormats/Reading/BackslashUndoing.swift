import ByteText

/// Undoes the escapes that nginx and Apache write into quoted fields: `\xHH`, `\"`, `\\`, `\n` and their like; and
/// `\uHHHH`, as nginx has it with `escape=json`.
enum BackslashUndoing {
    static func undo(_ text: TextRange, in arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        var index = text.start
        while index < text.end {
            let byte = arena[index]
            index += 1
            guard byte == UInt8(ascii: "\\"), index < text.end else {
                arena.append(byte)
                continue
            }
            index = undoOne(at: index, end: text.end, in: &arena)
        }
        return arena.piece(from: mark)
    }

    /// Undoes the escape behind a backslash; gives where the text goes on. What is no escape keeps its backslash.
    private static func undoOne(at index: Int, end: Int, in arena: inout ByteArena) -> Int {
        switch arena[index] {
        case UInt8(ascii: "x"):
            guard let value = number(at: index + 1, digits: 2, end: end, in: arena) else { break }
            arena.append(UInt8(truncatingIfNeeded: value))
            return index + 3
        case UInt8(ascii: "u"):
            guard let value = number(at: index + 1, digits: 4, end: end, in: arena) else { break }
            var (scalar, next) = (value, index + 5)
            if 0xD800..<0xDC00 ~= value, next + 1 < end, arena[next] == UInt8(ascii: "\\"),
                arena[next + 1] == UInt8(ascii: "u"),
                let low = number(at: next + 2, digits: 4, end: end, in: arena), 0xDC00..<0xE000 ~= low
            {
                scalar = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
                next += 6
            }
            append(scalar, to: &arena)
            return next
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"): arena.append(arena[index])
        case UInt8(ascii: "n"): arena.append(0x0A)
        case UInt8(ascii: "r"): arena.append(0x0D)
        case UInt8(ascii: "t"): arena.append(0x09)
        case UInt8(ascii: "v"): arena.append(0x0B)
        case UInt8(ascii: "b"): arena.append(0x08)
        case UInt8(ascii: "f"): arena.append(0x0C)
        default:
            arena.append(UInt8(ascii: "\\"))
            return index
        }
        if arena[index] == UInt8(ascii: "x") || arena[index] == UInt8(ascii: "u") {
            arena.append(UInt8(ascii: "\\"))
            return index
        }
        return index + 1
    }

    /// The UTF-8 of a scalar; half a surrogate pair is none, and a question mark stands for it.
    private static func append(_ value: UInt32, to arena: inout ByteArena) {
        guard let scalar = Unicode.Scalar(value) else { return arena.append(UInt8(ascii: "?")) }
        for byte in UTF8.encode(scalar)! { arena.append(byte) }
    }

    private static func number(at start: Int, digits: Int, end: Int, in arena: borrowing ByteArena) -> UInt32? {
        guard start + digits <= end else { return nil }
        var value: UInt32 = 0
        for index in start..<start + digits {
            guard let digit = arena[index].hexValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
