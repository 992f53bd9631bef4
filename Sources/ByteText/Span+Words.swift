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
    @inline(__always)
    public func shortWord(at index: Int, count: Int) -> UInt64 {
        var word: UInt64 = 0
        for place in 0..<count { word |= UInt64(self[index + place]) << UInt64(8 * place) }
        return word
    }
}
