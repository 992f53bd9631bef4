import CByteScan

extension Span<UInt8> {
    /// The first index at or after `start` whose byte is not in the set; the count where all are.
    ///
    /// The inner loop of every scan. Runs between the escapes of an address are some ten bytes long, which are looked at one by
    /// one; what goes on after that costs about one instruction a byte, where the machine can shuffle bytes.
    public func endOfRun(of set: ByteSet, from start: Int = 0) -> Int {
        precondition(start >= 0)
        guard start < count else { return start }
        var index = start
        // Two turns of eight bytes each.
        // Safe: an index is only asked for when it is below the count.
        while count &- index >= 8, index &- start < 16 {
            for place in 0..<8 {
                guard unsafe set.contains(self[unchecked: index &+ place]) else { return index &+ place }
            }
            index &+= 8
        }
        if count &- index < 8 {
            while index < count, unsafe set.contains(self[unchecked: index]) { index &+= 1 }
            return index
        }
        return endOfPieces(of: set, from: index)
    }

    /// The same for runs that are mostly longer than sixteen bytes, as lines and addresses are: none is looked at alone.
    public func endOfLongRun(of set: ByteSet, from start: Int = 0) -> Int {
        precondition(start >= 0)
        guard start < count else { return start }
        return endOfPieces(of: set, from: start)
    }

    /// Sixteen or thirty-two bytes a turn, from an index below the count.
    @inline(__always)
    private func endOfPieces(of set: ByteSet, from start: Int) -> Int {
        // Safe: the bytes from `start` on are the span's, and the set has as many as the scan wants.
        unsafe withUnsafeBufferPointer { bytes in
            unsafe start &+ byte_scan_end_of_run(bytes.baseAddress! + start, count &- start, set.members)
        }
    }

    /// The first index at or after `start` whose byte neither is in the set nor belongs to an escape: a `%` with two
    /// hexadecimal digits other than `00`. The count where there is none.
    ///
    /// The set has the hexadecimal digits and not the `%`.
    public func endOfEscapedRun(of set: ByteSet, from start: Int) -> Int {
        precondition(start >= 0)
        guard start < count else { return start }
        // Safe: the bytes from `start` on are the span's, and the set has as many as the scan wants.
        return unsafe withUnsafeBufferPointer { bytes in
            unsafe start &+ byte_scan_end_of_escaped_run(bytes.baseAddress! + start, count &- start, set.members)
        }
    }
}
