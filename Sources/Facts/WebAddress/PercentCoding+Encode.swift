public import ByteText

/// Encoders: each writes unescaped bytes as they are, and `%XX` in upper case for all others (RFC 3986, section 2.1).
extension PercentCoding {
    /// Appends a piece with everything escaped but unreserved characters: a value for any query (RFC 3986, section 2.3).
    @discardableResult
    public static func encodeComponent(_ range: TextRange, in arena: inout ByteArena) -> TextRange {
        encode(range, .unreserved, in: &arena)
    }

    /// Appends bytes with everything escaped but unreserved characters.
    public static func encodeComponent(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        encode(bytes, .unreserved, into: &output)
    }

    /// Appends a piece with everything escaped but ASCII letters and digits.
    @discardableResult
    public static func encodeAlphanumeric(_ range: TextRange, in arena: inout ByteArena) -> TextRange {
        encode(range, .alphanumeric, in: &arena)
    }

    /// Appends bytes with everything escaped but ASCII letters and digits.
    public static func encodeAlphanumeric(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        encode(bytes, .alphanumeric, into: &output)
    }

    /// Appends a piece as a table says.
    @discardableResult
    public static func encode(_ range: TextRange, _ table: EscapeTable, in arena: inout ByteArena) -> TextRange {
        // Many pieces of an address need no escape, and what precedes the first is copied at a fraction of the cost.
        let plain = arena[range].endOfRun(of: table.kept)
        let copy = arena.append(copyOf: range[0..<plain])
        guard plain < Int(range.count) else { return copy }
        let rest = range[plain..<Int(range.count)]
        let encoded = arena.append(rewriting: rest, atMost: 3 * Int(rest.count) + EscapeTable.slack) {
            table.encode($0, into: &$1)
        }
        return TextRange(offset: copy.start, count: encoded.end - copy.start)
    }

    static func encode(_ bytes: Span<UInt8>, _ table: EscapeTable, into output: inout [UInt8]) {
        output.append(addingCapacity: 3 * bytes.count + EscapeTable.slack) { table.encode(bytes, into: &$0) }
    }
}
