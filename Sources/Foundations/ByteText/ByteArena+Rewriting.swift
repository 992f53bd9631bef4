extension ByteArena {
    /// Transforms a slice of this arena with a closure, appends the output and returns it.
    ///
    /// The closure reads the slice and writes at most `limit` bytes. If it throws, its output is discarded.
    @inlinable
    @inline(__always)
    public mutating func append<Fault: Error>(
        rewriting range: TextRange, atMost limit: Int,
        _ rewrite: (Span<UInt8>, inout OutputSpan<UInt8>) throws(Fault) -> Void
    ) throws(Fault) -> TextRange {
        precondition(range.end <= count, "the range is outside of the arena")
        reserve(limit)
        // Safe: the slice is within the bytes in use and the target in the free space after them, so they do not
        // overlap; neither moves during the call.
        let space = unsafe UnsafeMutableBufferPointer(start: buffer.base + count, count: limit)
        let source = unsafe UnsafeBufferPointer(start: buffer.base + range.start, count: Int(range.count))
        var target = unsafe OutputSpan(buffer: space, initializedCount: 0)
        do throws(Fault) {
            try rewrite(unsafe source.span, &target)
        } catch {
            _ = unsafe target.finalize(for: space)
            throw error
        }
        return extend(by: unsafe target.finalize(for: space))
    }

    /// Adds `added` bytes already written to the free space to the bytes in use.
    @inlinable
    mutating func extend(by added: Int) -> TextRange {
        precondition(added >= 0 && added <= buffer.capacity - count)
        let mark = count
        buffer.used += added
        return TextRange(offset: mark, count: added)
    }
}
