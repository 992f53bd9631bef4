extension Span<UInt8> {
    /// The first index at or after `start` whose byte is not in the set; the count where all are.
    ///
    /// The inner loop of every scan: a load, a test and little more a byte, since eight are looked at a turn.
    public func endOfRun(of set: ByteSet, from start: Int = 0) -> Int {
        precondition(start >= 0)
        var index = start
        // Safe: an index is only asked for when it is below the count.
        while count &- index >= 8 {
            for place in 0..<8 {
                guard unsafe set.contains(self[unchecked: index &+ place]) else { return index &+ place }
            }
            index &+= 8
        }
        while index < count, unsafe set.contains(self[unchecked: index]) { index &+= 1 }
        return index
    }
}
