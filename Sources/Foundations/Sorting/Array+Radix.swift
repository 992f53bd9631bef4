import ByteText

extension Array {
    /// LSD radix sort by a number, in linear time; skips the bytes that all elements share. It is stable, so sorting by a
    /// secondary number first yields an order by both.
    ///
    /// Allocates a second array of the same size.
    @inlinable
    public mutating func radixSort(by number: (Element) -> UInt64) {
        guard let first else { return }
        let shared = number(first)
        var varying: UInt64 = 0
        for element in self { varying |= number(element) ^ shared }
        guard varying != 0 else { return }
        var sorted = self
        for shift in stride(from: UInt64(0), to: 64, by: 8) where varying >> shift & 0xFF != 0 {
            var next = InlineArray<256, Int>(repeating: 0)
            for element in self { next[Int(number(element) >> shift & 0xFF)] += 1 }
            var start = 0
            for digit in 0..<256 { (next[digit], start) = (start, start + next[digit]) }
            for element in self {
                let digit = Int(number(element) >> shift & 0xFF)
                sorted[next[digit]] = element
                next[digit] += 1
            }
            swap(&self, &sorted)
        }
    }
}

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
