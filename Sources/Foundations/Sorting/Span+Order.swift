import ByteText

/// Key order: lexicographic by bytes, a prefix before longer keys.
extension Span<UInt8> {
    /// Negative if `self` comes before `other`, 0 if they are equal. The first `start` bytes must be equal.
    package func compare(_ other: Span<UInt8>, from start: Int) -> Int {
        let common = Swift.min(count, other.count)
        let same = sharedPrefix(with: other, from: start, to: common)
        if same < common { return self[same] < other[same] ? -1 : 1 }
        return count - other.count
    }

    /// The length of the common prefix with `other`, at most `end`. The first `start` bytes must be equal.
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

    /// Eight bytes as a big-endian number, padded with zeros after the end.
    package func bigEndianWord(at offset: Int) -> UInt64 {
        if offset + 8 <= count { return word(at: offset).byteSwapped }
        var word: UInt64 = 0
        for index in offset..<(offset + 8) { word = word << 8 | (index < count ? UInt64(self[index]) : 0) }
        return word
    }
}
