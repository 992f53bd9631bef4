extension Span<UInt8> {
    /// Eight bytes from an index on as one number, the first byte lowest. All eight must be there.
    @inlinable
    @inline(__always)
    public func word(at index: Int) -> UInt64 {
        // Safe: the call checks its bounds, and any eight bytes are a number.
        unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// Up to seven bytes from an index on as one number, the first byte lowest, zeros above.
    @inlinable
    public func shortWord(at index: Int, count wanted: Int) -> UInt64 {
        guard wanted > 0 else { return 0 }
        let mask = UInt64.max >> UInt64(64 - 8 * wanted)
        if index + 8 <= count { return word(at: index) & mask }
        // Near the end of a longer span the last eight bytes hold them.
        if count >= 8 { return word(at: count - 8) >> UInt64(8 * (index + 8 - count)) & mask }
        var word: UInt64 = 0
        for place in 0..<wanted { word |= UInt64(self[index + place]) << UInt64(8 * place) }
        return word
    }
}
