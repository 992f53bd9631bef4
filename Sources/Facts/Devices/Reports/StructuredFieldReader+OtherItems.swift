import ByteText

/// Types whose values are not used. They are validated nevertheless, because an invalid field counts as absent.
extension StructuredFieldReader {
    mutating func otherItem(_ arena: inout ByteArena) throws(DeviceProfileFault) -> Item {
        switch peek(arena) {
        case let byte? where byte.isDigit || byte == UInt8(ascii: "-"): try skipNumber(mayBeDecimal: true, arena)
        case UInt8(ascii: "@"):
            position += 1
            try skipNumber(mayBeDecimal: false, arena)
        case UInt8(ascii: ":"): try skipBytes(arena)
        case UInt8(ascii: "%"): try skipDisplayString(&arena)
        default: throw .malformed(offset: offset)
        }
        return .other
    }

    /// An integer of at most 15 digits, or a decimal with at most 12 digits before and 1 to 3 after the point (section 4.2.4).
    private mutating func skipNumber(
        mayBeDecimal: Bool, _ arena: borrowing ByteArena
    ) throws(DeviceProfileFault) {
        _ = consume(UInt8(ascii: "-"), arena)
        let digits = skipDigits(arena)
        guard 1...15 ~= digits else { throw .malformed(offset: offset) }
        guard mayBeDecimal, consume(UInt8(ascii: "."), arena) else { return }
        guard digits <= 12, 1...3 ~= skipDigits(arena) else { throw .malformed(offset: offset) }
    }

    private mutating func skipDigits(_ arena: borrowing ByteArena) -> Int {
        let start = position
        while let byte = peek(arena), byte.isDigit { position += 1 }
        return position - start
    }

    /// `:` base64 `:` (section 4.2.7). Neither the decoded bytes nor the padding are checked.
    private mutating func skipBytes(_ arena: borrowing ByteArena) throws(DeviceProfileFault) {
        position += 1
        while let byte = peek(arena), Self.isBase64(byte) { position += 1 }
        guard consume(UInt8(ascii: ":"), arena) else { throw .malformed(offset: offset) }
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
    }

    /// `%"…"` containing percent-encoded UTF-8 (section 4.2.10).
    private mutating func skipDisplayString(_ arena: inout ByteArena) throws(DeviceProfileFault) {
        position += 1
        guard consume(UInt8(ascii: "\""), arena) else { throw .malformed(offset: offset) }
        let mark = arena.count
        defer { arena.truncate(to: mark) }
        while let byte = peek(arena), byte >= 0x20, byte <= 0x7E {
            position += 1
            if byte == UInt8(ascii: "\"") {
                guard (try? UTF8Span(validating: arena[arena.piece(from: mark)])) != nil else { break }
                return
            }
            arena.append(byte == UInt8(ascii: "%") ? try escapedByte(arena) : byte)
        }
        throw .malformed(offset: offset)
    }

    /// The two lower-case hexadecimal digits after a percent sign.
    private mutating func escapedByte(_ arena: borrowing ByteArena) throws(DeviceProfileFault) -> UInt8 {
        var value: UInt8 = 0
        for _ in 0..<2 {
            switch peek(arena) {
            case let digit? where digit.isDigit: value = value << 4 | (digit - UInt8(ascii: "0"))
            case let letter? where letter &- UInt8(ascii: "a") < 6:
                value = value << 4 | (letter - UInt8(ascii: "a") + 10)
            default: throw .malformed(offset: offset)
            }
            position += 1
        }
        return value
    }
}
