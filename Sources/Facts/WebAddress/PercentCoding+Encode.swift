public import ByteText

/// Encoders. Each copies a set of bytes, and writes `%XX` in upper case for all others (RFC 3986, section 2.1).
extension PercentCoding {
    /// Appends a slice with everything except unreserved characters escaped, for any query value (RFC 3986, section 2.3).
    @discardableResult
    public static func encodeComponent(_ range: TextRange, in arena: inout ByteArena) -> TextRange {
        encode(range, keeping: .unreserved, in: &arena)
    }

    /// Appends bytes with everything except unreserved characters escaped.
    public static func encodeComponent(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        encode(bytes, keeping: .unreserved, into: &output)
    }

    /// Appends a slice with everything except ASCII letters and digits escaped.
    @discardableResult
    public static func encodeAlphanumeric(_ range: TextRange, in arena: inout ByteArena) -> TextRange {
        encode(range, keeping: .alphanumeric, in: &arena)
    }

    /// Appends a slice with everything except the bytes of a set escaped.
    @discardableResult
    public static func encode(_ range: TextRange, keeping kept: ByteSet, in arena: inout ByteArena) -> TextRange {
        arena.append(encoding: range, keeping: kept)
    }

    static func encode(_ bytes: Span<UInt8>, keeping kept: ByteSet, into output: inout [UInt8]) {
        output.append(addingCapacity: 3 * bytes.count) { $0.append(encoding: bytes, keeping: kept) }
    }
}
