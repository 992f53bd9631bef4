extension OutputSpan<UInt8> {
    /// Appends bytes, for which there must be room.
    @inlinable
    @inline(__always)
    @_lifetime(self: copy self)
    public mutating func append(_ source: Span<UInt8>) {
        let added = source.count
        // Safe: the pointers are used within their calls only; the check keeps the write within the free space.
        unsafe withUnsafeMutableBufferPointer { space, initialized in
            precondition(added <= space.count - initialized, "more bytes than there is room for")
            unsafe source.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                unsafe (space.baseAddress! + initialized).copy(start, added)
            }
            initialized += added
        }
    }

    /// Appends eight bytes, the lowest first, for which there must be room.
    @inlinable
    @inline(__always)
    @_lifetime(self: copy self)
    public mutating func append(word: UInt64) {
        // Safe: the pointer is used within the call only; the check keeps the write within the free space.
        unsafe withUnsafeMutableBufferPointer { space, initialized in
            precondition(space.count - initialized >= 8, "more bytes than there is room for")
            unsafe UnsafeMutableRawPointer(space.baseAddress! + initialized).storeBytes(
                of: word.littleEndian, as: UInt64.self)
            initialized += 8
        }
    }
}
