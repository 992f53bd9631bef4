import ByteText

/// Parses the parts of a structured field (RFC 9651, section 4.2) in a slice of an arena, left to right.
///
/// All types are validated. Only the values of tokens, strings and booleans are returned, since device profiles and client
/// hints use no others.
struct StructuredFieldReader {
    /// A bare item. Texts are ranges of the arena; a string with escapes is unescaped into a copy.
    enum Item {
        case token(TextRange)
        case string(TextRange)
        case boolean(Bool)
        /// A number, a date, bytes or a display string.
        case other
    }

    let field: TextRange
    var position: Int

    init(_ field: TextRange) {
        self.field = field
        position = field.start
    }

    /// The number of bytes of the field consumed.
    var offset: Int { position - field.start }
    var atEnd: Bool { position == field.end }

    func peek(_ arena: borrowing ByteArena) -> UInt8? {
        position < field.end ? arena[position] : nil
    }

    /// Consumes the next byte if it matches.
    mutating func consume(_ byte: UInt8, _ arena: borrowing ByteArena) -> Bool {
        guard peek(arena) == byte else { return false }
        position += 1
        return true
    }

    mutating func skipSpaces(_ arena: borrowing ByteArena) {
        while peek(arena) == 0x20 { position += 1 }
    }

    /// Consumes `OWS "," OWS`, and returns whether another member follows (section 4.2.2).
    mutating func nextMember(_ arena: borrowing ByteArena) throws(DeviceProfileFault) -> Bool {
        skipBlanks(arena)
        if atEnd { return false }
        guard consume(UInt8(ascii: ","), arena) else { throw .malformed(offset: offset) }
        skipBlanks(arena)
        // A trailing comma is an error.
        if atEnd { throw .malformed(offset: offset) }
        return true
    }

    private mutating func skipBlanks(_ arena: borrowing ByteArena) {
        while let byte = peek(arena), byte == 0x20 || byte == 0x09 { position += 1 }
    }

    /// `key = ( lcalpha / "*" ) *( lcalpha / DIGIT / "_" / "-" / "." / "*" )` (section 3.1.2).
    mutating func key(_ arena: borrowing ByteArena) throws(DeviceProfileFault) -> TextRange {
        let start = position
        while let byte = peek(arena), Self.isKeyByte(byte, first: position == start) { position += 1 }
        guard position > start else { throw .malformed(offset: offset) }
        return TextRange(offset: start, count: position - start)
    }

    private static func isKeyByte(_ byte: UInt8, first: Bool) -> Bool {
        if byte &- 0x61 < 26 || byte == UInt8(ascii: "*") { return true }
        return !first && (byte.isDigit || byte == 0x5F || byte == 0x2D || byte == 0x2E)
    }

    /// A bare item of any type (section 4.2.3.1).
    mutating func bareItem(_ arena: inout ByteArena) throws(DeviceProfileFault) -> Item {
        switch peek(arena) {
        case UInt8(ascii: "\""): return .string(try string(&arena))
        case UInt8(ascii: "?"): return .boolean(try boolean(arena))
        case let byte? where byte.isAlpha || byte == UInt8(ascii: "*"): return .token(token(arena))
        default: return try otherItem(&arena)
        }
    }

    private mutating func boolean(_ arena: borrowing ByteArena) throws(DeviceProfileFault) -> Bool {
        position += 1
        if consume(UInt8(ascii: "1"), arena) { return true }
        if consume(UInt8(ascii: "0"), arena) { return false }
        throw .malformed(offset: offset)
    }

    /// `( ALPHA / "*" ) *( tchar / ":" / "/" )`; the caller has checked the first byte.
    private mutating func token(_ arena: borrowing ByteArena) -> TextRange {
        let start = position
        while let byte = peek(arena), Self.isTokenByte(byte) { position += 1 }
        return TextRange(offset: start, count: position - start)
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        if byte.isAlphanumeric { return true }
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"),
            UInt8(ascii: ":"), UInt8(ascii: "/"):
            return true
        default: return false
        }
    }

    /// The text between the quotes (section 4.2.5).
    private mutating func string(_ arena: inout ByteArena) throws(DeviceProfileFault) -> TextRange {
        position += 1
        let start = position
        var escaped = false
        while let byte = peek(arena) {
            if byte == UInt8(ascii: "\"") {
                let text = TextRange(offset: start, count: position - start)
                position += 1
                return escaped ? Self.unescaped(text, &arena) : text
            }
            if byte == UInt8(ascii: "\\") {
                escaped = true
                position += 1
                guard let next = peek(arena), next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\") else {
                    throw .malformed(offset: offset)
                }
            } else if byte < 0x20 || byte > 0x7E {
                throw .malformed(offset: offset)
            }
            position += 1
        }
        throw .malformed(offset: offset)
    }

    private static func unescaped(_ text: TextRange, _ arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        var index = text.start
        while index < text.end {
            if arena[index] == UInt8(ascii: "\\") { index += 1 }
            arena.append(arena[index])
            index += 1
        }
        return arena.piece(from: mark)
    }
}
