import CByteScan

extension Span<UInt8> {
    /// The first index at or after `start` whose byte is not in the set; the count where all are.
    ///
    /// The inner loop of every scan: about one instruction a byte in a long run, where the machine can shuffle bytes.
    public func endOfRun(of set: ByteSet, from start: Int = 0) -> Int {
        precondition(start >= 0)
        guard start < count else { return start }
        // Safe: the bytes from `start` on are the span's, and the set has as many as the scan wants.
        return unsafe withUnsafeBufferPointer { bytes in
            unsafe start &+ byte_scan_end_of_run(bytes.baseAddress! + start, count &- start, set.members)
        }
    }
}
