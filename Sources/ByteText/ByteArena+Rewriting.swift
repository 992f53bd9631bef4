extension ByteArena {
    /// Appends what a closure makes of a piece of this arena, and tells where that is.
    ///
    /// The closure reads the piece and writes `limit` bytes at most. What it wrote is dropped when it throws.
    @inlinable
    public mutating func append<Fault: Error>(
        rewriting range: TextRange, atMost limit: Int,
        _ rewrite: (Span<UInt8>, inout OutputSpan<UInt8>) throws(Fault) -> Void
    ) throws(Fault) -> TextRange {
        let mark = storage.count
        precondition(range.end <= mark, "a piece outside the arena")
        do throws(Fault) {
            try storage.append(addingCapacity: limit) { target throws(Fault) in
                // Safe: the target begins where the bytes of the arena end, so that the piece lies as far before it as
                // the arena is long after the piece's start. The buffer does not move within the call, and the target
                // does not overlap the piece.
                let source = unsafe target.withUnsafeMutableBufferPointer { buffer, _ in
                    unsafe UnsafeBufferPointer(
                        start: buffer.baseAddress! - (mark - range.start), count: range.indices.count)
                }
                try rewrite(unsafe source.span, &target)
            }
        } catch {
            truncate(to: mark)
            throw error
        }
        return piece(from: mark)
    }
}
