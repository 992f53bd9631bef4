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
