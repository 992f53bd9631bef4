extension ByteArena {
    /// Appends what a closure makes of a piece of this arena, and returns where that is.
    ///
    /// The closure reads the piece and writes `limit` bytes at most. What it wrote is dropped when it throws.
    @inlinable
    @inline(__always)
    public mutating func append<Fault: Error>(
        rewriting range: TextRange, atMost limit: Int,
        _ rewrite: (Span<UInt8>, inout OutputSpan<UInt8>) throws(Fault) -> Void
    ) throws(Fault) -> TextRange {
        precondition(range.end <= count, "a piece outside the arena")
        reserve(limit)
        // Safe: the piece lies within the bytes in use and the target in the free space after them, so they do not
        // overlap; neither moves within the call.
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

    /// Adds bytes that were written into the free space.
    @inlinable
    mutating func extend(by added: Int) -> TextRange {
        precondition(added >= 0 && added <= buffer.capacity - count)
        let mark = count
        buffer.used += added
        return TextRange(offset: mark, count: added)
    }
}
