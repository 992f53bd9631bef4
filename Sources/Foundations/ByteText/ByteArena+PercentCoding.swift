import CByteScan

/// Percent-coding (RFC 3986, section 2.1) of pieces.
extension ByteArena {
    /// Appends a piece of this arena with its escapes decoded.
    ///
    /// Returns where that is, and whether all of it is visible ASCII and spaces; nil, and nothing is appended, where a `%` is
    /// without two hexadecimal digits.
    public mutating func append(decoding range: TextRange) -> (text: TextRange, isAllText: Bool)? {
        precondition(range.end <= count, "a piece outside the arena")
        reserve(Int(range.count) &+ Int(byte_scan_slack))
        var isAllText: Int32 = 1
        // Safe: the piece lies within the bytes in use, with the slack behind it in the buffer. The target is the free space, with
        // room for as many bytes as are read, which is enough, and the slack. A byte that is written lies behind all of the piece.
        let written = unsafe byte_scan_decode(
            buffer.base + range.start, Int(range.count), buffer.base + count, &isAllText)
        return written < 0 ? nil : (extend(by: written), isAllText != 0)
    }

    /// Appends a piece of this arena, the bytes that are not in a set as `%XX` in upper case, and returns where that is.
    public mutating func append(encoding range: TextRange, keeping kept: ByteSet) -> TextRange {
        precondition(range.end <= count, "a piece outside the arena")
        reserve(3 &* Int(range.count) &+ Int(byte_scan_slack))
        // Safe: as above, with room for three bytes for each, which is enough; the set has what a scan wants of one.
        return extend(
            by: unsafe byte_scan_encode(
                buffer.base + range.start, Int(range.count), buffer.base + count, kept.members))
    }
}
