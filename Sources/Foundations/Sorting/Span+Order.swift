import ByteText

/// The order of keys: byte by byte, and of two that agree the shorter first.
extension Span<UInt8> {
    /// Below 0 where these bytes come first, 0 where they are the same; both agree in the first `start`.
    package func compare(_ other: Span<UInt8>, from start: Int) -> Int {
        let common = Swift.min(count, other.count)
        let same = sharedPrefix(with: other, from: start, to: common)
        if same < common { return self[same] < other[same] ? -1 : 1 }
        return count - other.count
    }

    /// How many leading bytes are those of `other`, at most `end`; the first `start` are.
    package func sharedPrefix(with other: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var index = Swift.min(start, end)
        while index + 8 <= end {
            let difference = word(at: index) ^ other.word(at: index)
            if difference != 0 { return index + difference.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < end, self[index] == other[index] { index += 1 }
        return index
    }

    /// Eight bytes as a number, the highest first; zeros where there are none.
    package func bigEndianWord(at offset: Int) -> UInt64 {
        if offset + 8 <= count { return word(at: offset).byteSwapped }
        var word: UInt64 = 0
        for index in offset..<(offset + 8) { word = word << 8 | (index < count ? UInt64(self[index]) : 0) }
        return word
    }
}
