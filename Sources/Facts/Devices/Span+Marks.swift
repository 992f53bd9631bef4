import ByteText

extension Span<UInt8> {
    /// The first index at or after `start` that holds one of three bytes; the count where there is none. Looks at eight
    /// bytes at a time, since the branches of a loop over single bytes would be mispredicted in every other agent.
    func firstMark(_ marks: (UInt8, UInt8, UInt8), from start: Int) -> Int {
        var index = start
        while count - index >= 8 {
            let word = word(at: index)
            let found = Self.tops(word, marks.0) | Self.tops(word, marks.1) | Self.tops(word, marks.2)
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < count, self[index] != marks.0, self[index] != marks.1, self[index] != marks.2 { index += 1 }
        return index
    }

    /// A word whose lowest bit that is set is the top bit of the first byte that equals another.
    @inline(__always)
    private static func tops(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let difference = word ^ (ones &* UInt64(byte))
        return (difference &- ones) & ~difference & (ones &* 0x80)
    }
}
