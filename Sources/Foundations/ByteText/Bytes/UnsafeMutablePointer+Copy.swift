extension UnsafeMutablePointer<UInt8> {
    /// Copies non-overlapping bytes. Up to 32 bytes need no call, which covers most slices of a click.
    @inlinable
    @inline(__always)
    @unsafe func copy(_ source: UnsafePointer<UInt8>, _ count: Int) {
        // Safe: the caller ensures that both have `count` bytes; two possibly overlapping loads, each at most `count` long,
        // cover them.
        let (from, to) = unsafe (UnsafeRawPointer(source), UnsafeMutableRawPointer(self))
        switch count {
        case 33...: unsafe update(from: source, count: count)
        case 16...: unsafe to.copyEnds(of: from, count, SIMD16<UInt8>.self)
        case 8...: unsafe to.copyEnds(of: from, count, UInt64.self)
        case 4...: unsafe to.copyEnds(of: from, count, UInt32.self)
        case 2...: unsafe to.copyEnds(of: from, count, UInt16.self)
        case 1: unsafe self.pointee = source.pointee
        default: break
        }
    }
}

extension UnsafeMutableRawPointer {
    /// Copies the first and the last `Piece` of `count` bytes, which must be at least as long as one `Piece`.
    @inlinable
    @inline(__always)
    @unsafe func copyEnds<Piece: BitwiseCopyable>(of source: UnsafeRawPointer, _ count: Int, _: Piece.Type) {
        let last = count &- MemoryLayout<Piece>.size
        // Safe: both pieces are within the bytes.
        let (head, tail) = unsafe (
            source.loadUnaligned(as: Piece.self), source.loadUnaligned(fromByteOffset: last, as: Piece.self)
        )
        unsafe storeBytes(of: head, as: Piece.self)
        unsafe storeBytes(of: tail, toByteOffset: last, as: Piece.self)
    }
}
