extension Span<UInt8> {
    /// The first index at or after `start` whose byte is not in the set; the count where all are.
    ///
    /// The inner loop of every scan: well under a nanosecond a byte. Four bytes a turn, since one a turn was slower.
    public func endOfRun(of set: ByteSet, from start: Int = 0) -> Int {
        precondition(start >= 0)
        var index = start
        // Safe: an index is only asked for when it is below the count.
        while count &- index >= 4,
            unsafe set.contains(self[unchecked: index]) && set.contains(self[unchecked: index &+ 1])
                && set.contains(self[unchecked: index &+ 2]) && set.contains(self[unchecked: index &+ 3])
        {
            index &+= 4
        }
        while index < count, unsafe set.contains(self[unchecked: index]) { index &+= 1 }
        return index
    }
}
