import CByteScan

/// Percent-encoding and decoding (RFC 3986, section 2.1) of slices.
extension ByteArena {
    /// Appends the percent-decoded bytes of a slice of this arena.
    ///
    /// - Returns: The decoded slice, and whether it consists of visible ASCII and spaces only. `nil` if a `%` is not followed
    ///   by two hexadecimal digits; nothing is appended then.
    public mutating func append(decoding range: TextRange) -> (text: TextRange, isAllText: Bool)? {
        precondition(range.end <= count, "the range is outside of the arena")
        reserve(Int(range.count) &+ Int(byte_scan_slack))
        var isAllText: Int32 = 1
        // Safe: the slice is within the bytes in use, and the buffer contains the slack after it. The target is the free
        // space, which has room for the slice's length (the output is never longer) and the slack. It starts after the end
        // of the slice.
        let written = unsafe byte_scan_decode(
            buffer.base + range.start, Int(range.count), buffer.base + count, &isAllText)
        return written < 0 ? nil : (extend(by: written), isAllText != 0)
    }

    /// Appends a slice of this arena with bytes outside of `kept` as upper-case `%XX`, and returns the encoded slice.
    public mutating func append(encoding range: TextRange, keeping kept: ByteSet) -> TextRange {
        precondition(range.end <= count, "the range is outside of the arena")
        reserve(3 &* Int(range.count) &+ Int(byte_scan_slack))
        // Safe: as above, with room for three bytes per input byte, the maximum; the set's table has the layout the scan expects.
        return extend(
            by: unsafe byte_scan_encode(
                buffer.base + range.start, Int(range.count), buffer.base + count, kept.members))
    }
}

/// Percent-encoding (RFC 3986, section 2.1) into reserved space.
extension OutputSpan<UInt8> {
    /// Appends bytes with those outside of `kept` as upper-case `%XX`. Requires room for three times as many bytes. Works byte
    /// by byte; ``ByteArena`` is faster.
    @_lifetime(self: copy self)
    public mutating func append(encoding source: Span<UInt8>, keeping kept: ByteSet) {
        let count = source.count
        guard count > 0 else { return }
        // Safe: the precondition ensures room for three bytes per byte read, the maximum; the set's table has the layout the scan
        // expects; the pointers are used only during the calls. The base address is not nil if there is room.
        unsafe withUnsafeMutableBufferPointer { space, initialized in
            precondition(space.count - initialized >= 3 * count, "no room to encode")
            let target = unsafe space.baseAddress! + initialized
            initialized += unsafe source.withUnsafeBufferPointer {
                unsafe byte_scan_encode_plain($0.baseAddress!, count, target, kept.members)
            }
        }
    }
}
