extension [UInt8] {
    /// Bytes that a closure writes, so many at most.
    @inlinable
    public init(capacity: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        // Safe: the span is of the array's own memory, is not used after the closure, and says how much was written.
        unsafe self.init(unsafeUninitializedCapacity: capacity) { space, count in
            var output = unsafe OutputSpan(buffer: space, initializedCount: 0)
            write(&output)
            count = unsafe output.finalize(for: space)
        }
    }
}
