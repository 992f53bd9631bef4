extension OutputSpan<UInt8> {
    /// Appends bytes. Traps if there is no room.
    @inlinable
    @inline(__always)
    @_lifetime(self: copy self)
    public mutating func append(_ source: Span<UInt8>) {
        let added = source.count
        // Safe: the pointers are used only during the calls; the precondition keeps the write within the free space.
        unsafe withUnsafeMutableBufferPointer { space, initialized in
            precondition(added <= space.count - initialized, "more bytes than the span has room for")
            unsafe source.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                unsafe (space.baseAddress! + initialized).copy(start, added)
            }
            initialized += added
        }
    }

    /// Appends eight bytes, lowest first. Traps if there is no room.
    @inlinable
    @inline(__always)
    @_lifetime(self: copy self)
    public mutating func append(word: UInt64) {
        // Safe: the pointer is used only during the call; the precondition keeps the write within the free space.
        unsafe withUnsafeMutableBufferPointer { space, initialized in
            precondition(space.count - initialized >= 8, "more bytes than the span has room for")
            unsafe UnsafeMutableRawPointer(space.baseAddress! + initialized).storeBytes(
                of: word.littleEndian, as: UInt64.self)
            initialized += 8
        }
    }
}

extension [UInt8] {
    /// An array of the bytes that a closure writes, at most `capacity`.
    @inlinable
    public init(capacity: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        // Safe: the span covers the array's own memory, is not used after the closure, and finalizes to the number of bytes
        // written.
        unsafe self.init(unsafeUninitializedCapacity: capacity) { space, count in
            var output = unsafe OutputSpan(buffer: space, initializedCount: 0)
            write(&output)
            count = unsafe output.finalize(for: space)
        }
    }
}
