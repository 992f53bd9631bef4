import ByteText

/// A version of at most seven bytes: numbers separated by single dots or underscores.
struct ShortVersion {
    var count: Int
    var hasUnderscores: Bool
    /// Eight bytes: the version with underscores replaced by dots, and the bytes after it.
    var word: UInt64
}

extension Span<UInt8> {
    /// The first index at or after `start` of one of three bytes, or the count if there is none. Compares eight bytes at a
    /// time, because branches on single bytes would be mispredicted in every other agent.
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

    /// A word whose lowest set bit is the top bit of the first byte equal to `byte`.
    @inline(__always)
    private static func tops(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let difference = word ^ (ones &* UInt64(byte))
        return (difference &- ones) & ~difference & (ones &* 0x80)
    }

    /// The first index at or after `start` whose byte is neither a digit nor the ASCII separator. Compares eight bytes at a
    /// time.
    @inline(__always)
    func endOfVersion(from start: Int, separator: UInt8 = UInt8(ascii: ".")) -> Int {
        var index = start
        while count &- index >= 8 {
            let word = word(at: index)
            let others = Self.topsOfOthers(word) & Self.topsOfOthers(word, than: separator)
            if others != 0 { return index &+ others.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < count, self[index].isDigit || self[index] == separator { index &+= 1 }
        return index
    }

    /// The short version at an index; `nil` if it is longer or has another form.
    @inline(__always)
    func shortVersion(at index: Int) -> ShortVersion? {
        guard index >= 0, count &- index >= 8 else { return nil }
        // Safe: the guard ensures that there are eight bytes.
        let word = unsafe uncheckedWord(at: index)
        let (others, noDots) = (Self.topsOfOthers(word), Self.topsOfOthers(word, than: UInt8(ascii: ".")))
        let noUnderscores = Self.topsOfOthers(word, than: UInt8(ascii: "_"))
        let end = others & noDots & noUnderscores
        guard end != 0 else { return nil }
        let inside = (end & (0 &- end)) &- 1
        let separators = others & inside
        // A separator must be between digits: it is neither the first nor the last byte, nor does it follow another separator.
        let last = (inside &+ 1) &>> 8
        guard separators & (separators &<< 8 | last | 0x80) == 0 else { return nil }
        let underscores = ~noUnderscores & inside & 0x8080_8080_8080_8080
        let dotted = word ^ (underscores &>> 7) &* UInt64(UInt8(ascii: "_") ^ UInt8(ascii: "."))
        return ShortVersion(count: end.trailingZeroBitCount / 8, hasUnderscores: underscores != 0, word: dotted)
    }

    /// A word with the top bit set in each byte that is not a digit.
    @inline(__always)
    private static func topsOfOthers(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Bytes with the top bit clear cannot carry into each other; the top bit of a sum means "greater than or equal".
        let low = word & (ones &* 0x7F)
        let atLeastZero = low &+ ones &* (0x80 - 0x30)
        let beyondNine = low &+ ones &* (0x80 - 0x3A)
        return (word | ~atLeastZero | beyondNine) & (ones &* 0x80)
    }

    /// A word with the top bit set in each byte that differs from a given ASCII byte.
    @inline(__always)
    private static func topsOfOthers(_ word: UInt64, than byte: UInt8) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let difference = word ^ (ones &* UInt64(byte))
        return (difference | ((difference & (ones &* 0x7F)) &+ ones &* 0x7F)) & (ones &* 0x80)
    }
}
