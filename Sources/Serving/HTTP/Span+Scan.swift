/// Searches over the receive buffer, eight bytes at a time.
extension Span<UInt8> {
    /// The first index in `start..<end` of a control byte (below 0x20, or DEL), or `end`.
    ///
    /// One pass finds the line ends and every byte that has no place in a field line.
    func firstControl(from start: Int, to end: Int) -> Int {
        precondition(start >= 0 && end <= count)
        var index = start
        let ones: UInt64 = 0x0101_0101_0101_0101
        while index &+ 8 <= end {
            // Safe: the eight bytes lie before `end`, which is at most the count.
            let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
            // The lowest marked byte is exact (borrows only travel upwards); bytes from 0x80 on are not controls.
            let below = (word &- ones &* 0x20) & ~word
            let delete = word ^ (ones &* 0x7F)
            let marked = (below | ((delete &- ones) & ~delete)) & (ones &* 0x80)
            if marked != 0 { return index &+ marked.trailingZeroBitCount >> 3 }
            index &+= 8
        }
        while index < end {
            let byte = self[index]
            if byte < 0x20 || byte == 0x7F { return index }
            index &+= 1
        }
        return end
    }
}
