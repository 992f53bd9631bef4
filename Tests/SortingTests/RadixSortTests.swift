import Sorting
import Testing

@Suite struct RadixSortTests {
    @Test func radixSortIsStable() {
        var random = SystemRandomNumberGenerator()
        for bits in [3, 20, 64] {
            var pairs = (0..<2_000).map { (number: random.next() >> UInt64(64 - bits), place: $0) }
            let expected = pairs.sorted { ($0.number, $0.place) < ($1.number, $1.place) }
            pairs.radixSort(by: \.number)
            #expect(zip(pairs, expected).allSatisfy { $0 == $1 })
        }
        var empty: [UInt64] = []
        empty.radixSort { $0 }
        #expect(empty.isEmpty)
    }
}
