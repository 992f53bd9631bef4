extension UnsafeMutablePointer<UInt8> {
    /// Copies bytes that do not overlap. Up to 32 of them without a call: most pieces of a click are as short.
    @inlinable
    @inline(__always)
    @unsafe func copy(_ source: UnsafePointer<UInt8>, _ count: Int) {
        // Safe: the caller has made sure that both have `count` bytes; two pieces of the size before the count cover them.
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
    /// Copies a piece of the first bytes and one of the last, of bytes that are at least as many as a piece has.
    @inlinable
    @inline(__always)
    @unsafe func copyEnds<Piece: BitwiseCopyable>(of source: UnsafeRawPointer, _ count: Int, _: Piece.Type) {
        let last = count &- MemoryLayout<Piece>.size
        // Safe: both pieces lie within the bytes.
        let (head, tail) = unsafe (
            source.loadUnaligned(as: Piece.self), source.loadUnaligned(fromByteOffset: last, as: Piece.self)
        )
        unsafe storeBytes(of: head, as: Piece.self)
        unsafe storeBytes(of: tail, toByteOffset: last, as: Piece.self)
    }
}
