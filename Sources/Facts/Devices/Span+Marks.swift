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

    /// The first index at or after `start` whose byte is neither a digit nor a dot. Looks at eight bytes at a time.
    func endOfVersion(from start: Int) -> Int {
        var index = start
        while count - index >= 8 {
            let others = Self.topsOfOthers(word(at: index))
            if others != 0 { return index + others.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < count, self[index].isDigit || self[index] == UInt8(ascii: ".") { index += 1 }
        return index
    }

    /// A word with the top bit set of each byte that is neither a digit nor a dot.
    @inline(__always)
    private static func topsOfOthers(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Bytes without their top bit can't carry into each other; the top bit of a sum says "at least".
        let low = word & (ones &* 0x7F)
        let atLeastDot = low &+ ones &* (0x80 - 0x2E)
        let beyondNine = low &+ ones &* (0x80 - 0x3A)
        let isNoSlash = (low ^ (ones &* 0x2F)) &+ ones &* 0x7F
        return (word | ~atLeastDot | beyondNine | ~isNoSlash) & (ones &* 0x80)
    }
}
