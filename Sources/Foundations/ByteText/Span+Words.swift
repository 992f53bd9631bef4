extension Span<UInt8> {
    /// Eight bytes from an index on as one number, the first byte lowest. All eight must be there.
    @inlinable
    @inline(__always)
    public func word(at index: Int) -> UInt64 {
        // Safe: the call checks its bounds, and any eight bytes are a number.
        unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// The same without a look at the bounds, for loops that have looked.
    @inlinable
    @inline(__always)
    @unsafe public func uncheckedWord(at index: Int) -> UInt64 {
        // Safe: the caller has made sure of the eight bytes.
        unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
    }

    /// Up to eight bytes from an index on as one number, the first byte lowest, zeros above.
    @inlinable
    @inline(__always)
    public func shortWord(at index: Int, count wanted: Int) -> UInt64 {
        guard wanted > 0 else { return 0 }
        let mask = UInt64.max >> UInt64(truncatingIfNeeded: 64 &- 8 &* wanted)
        if index + 8 <= count { return word(at: index) & mask }
        // Near the end of a longer span the last eight bytes hold them.
        if count >= 8 { return word(at: count - 8) >> UInt64(8 * (index + 8 - count)) & mask }
        return gatheredWord(at: index, count: wanted)
    }

    /// The same of a span that has no eight bytes.
    @inlinable
    func gatheredWord(at index: Int, count wanted: Int) -> UInt64 { pieces(at: index, count: wanted) }

    /// The same from two overlapping pieces of four or from three bytes: two loads where the count is a constant.
    @inlinable
    @inline(__always)
    func pieces(at index: Int, count wanted: Int) -> UInt64 {
        precondition(wanted > 0 && wanted <= 8 && index >= 0 && index <= count - wanted)
        // Safe: the bytes that are loaded lie among the `wanted` ones, which are there.
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
    /// Eight bytes with the ASCII capitals among them turned into small letters.
    @inlinable
    @inline(__always)
    public var asciiLowercased: UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Bytes without their top bit can't carry into each other; the top bit of a sum says "at least".
        let low = self & (ones &* 0x7F)
        let capitals = (low &+ ones &* (0x80 - 0x41)) & ~(low &+ ones &* (0x80 - 0x5B)) & ~self & (ones &* 0x80)
        return self | capitals >> 2
    }
}
