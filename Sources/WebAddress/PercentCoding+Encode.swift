public import ByteText

/// Encoders: each writes bytes that may stand as they are, and `%XX` in upper case for all others (RFC 3986, section 2.1).
extension PercentCoding {
    /// Appends a piece with everything escaped but unreserved characters: a value for any query (RFC 3986, section 2.3).
    @discardableResult
    public static func encodeComponent(_ range: TextRange, in arena: inout ByteArena) -> TextRange {
        encode(range, keeping: .unreserved, in: &arena)
    }

    /// Appends bytes with everything escaped but unreserved characters.
    public static func encodeComponent(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        encode(bytes, keeping: .unreserved, into: &output)
    }

    /// Appends a piece with everything escaped but ASCII letters and digits.
    @discardableResult
    public static func encodeAlphanumeric(_ range: TextRange, in arena: inout ByteArena) -> TextRange {
        encode(range, keeping: .alphanumeric, in: &arena)
    }

    /// Appends bytes with everything escaped but ASCII letters and digits.
    public static func encodeAlphanumeric(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        encode(bytes, keeping: .alphanumeric, into: &output)
    }

    static func encode(_ range: TextRange, keeping kept: ByteSet, in arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        for offset in range.indices {
            let byte = arena[offset]
            if kept.contains(byte) {
                arena.append(byte)
            } else {
                arena.append(UInt8(ascii: "%"))
                arena.append(UInt8.hexDigit(byte >> 4))
                arena.append(UInt8.hexDigit(byte))
            }
        }
        return arena.piece(from: mark)
    }

    static func encode(_ bytes: Span<UInt8>, keeping kept: ByteSet, into output: inout [UInt8]) {
        for index in 0..<bytes.count {
            let byte = bytes[index]
            if kept.contains(byte) {
                output.append(byte)
            } else {
                output.append(UInt8(ascii: "%"))
                output.append(UInt8.hexDigit(byte >> 4))
                output.append(UInt8.hexDigit(byte))
            }
        }
    }
}
