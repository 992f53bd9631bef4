extension Span<UInt8> {
    /// Eight bytes at an index as a number, first byte lowest. Traps unless all eight exist.
    @inlinable
    @inline(__always)
    public func word(at index: Int) -> UInt64 {
        // Safe: the call checks bounds, and any eight bytes are a valid number.
        unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// Eight bytes at an index as a number, first byte lowest, without a bounds check.
    @inlinable
    @inline(__always)
    @unsafe public func uncheckedWord(at index: Int) -> UInt64 {
        // Safe: the caller ensures that the eight bytes exist.
        unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
    }

    /// Up to eight bytes at an index as a number, first byte lowest, padded with zeros.
    @inlinable
    @inline(__always)
    public func shortWord(at index: Int, count wanted: Int) -> UInt64 {
        guard wanted > 0 else { return 0 }
        let mask = UInt64.max >> UInt64(truncatingIfNeeded: 64 &- 8 &* wanted)
        if index + 8 <= count { return word(at: index) & mask }
        // Near the end, shift the last eight bytes of the span.
        if count >= 8 { return word(at: count - 8) >> UInt64(8 * (index + 8 - count)) & mask }
        return gatheredWord(at: index, count: wanted)
    }

    /// Up to eight bytes of a span that is shorter than eight bytes.
    @inlinable
    func gatheredWord(at index: Int, count wanted: Int) -> UInt64 { pieces(at: index, count: wanted) }

    /// One to eight bytes from two overlapping loads of four bytes, or from three single bytes. Two loads if the count is a
    /// constant.
    @inlinable
    @inline(__always)
    func pieces(at index: Int, count wanted: Int) -> UInt64 {
        precondition(wanted > 0 && wanted <= 8 && index >= 0 && index <= count - wanted)
        // Safe: the bytes loaded are within the `wanted` ones, which the precondition checks.
        if wanted >= 4 {
            let low = unsafe UInt64(
                UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt32.self)))
            let high = unsafe UInt64(
                UInt32(
                    littleEndian: bytes.unsafeLoadUnaligned(
                        fromUncheckedByteOffset: index &+ wanted &- 4, as: UInt32.self)))
            return low | high << UInt64(truncatingIfNeeded: 8 &* (wanted &- 4))
        }
        let first = unsafe UInt64(self[unchecked: index])
        let middle = unsafe UInt64(self[unchecked: index &+ wanted / 2])
        let last = unsafe UInt64(self[unchecked: index &+ wanted &- 1])
        return first | middle << UInt64(truncatingIfNeeded: 8 &* (wanted / 2)) | last
            << UInt64(truncatingIfNeeded: 8 &* (wanted &- 1))
    }
}

extension UInt64 {
    /// Eight bytes with ASCII capitals lowercased.
    @inlinable
    @inline(__always)
    public var asciiLowercased: UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Bytes with the top bit clear cannot carry into each other; the top bit of a sum means "greater than or equal".
        let low = self & (ones &* 0x7F)
        let capitals = (low &+ ones &* (0x80 - 0x41)) & ~(low &+ ones &* (0x80 - 0x5B)) & ~self & (ones &* 0x80)
        return self | capitals >> 2
    }
}
