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
