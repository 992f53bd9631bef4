import Testing

@testable import Replay

@Suite("classify, in memory")
struct ParallelClassifierTests {
    @Test("shares end where lines do, and leave nothing out", arguments: [1, 2, 3, 7])
    func shares(count: Int) {
        for text in ["\n", "a\n", "a\nb\n", "a\nb", "\n\n\n\n", "a long line\nb\nc\nanother long line\n\n", "no end"] {
            let bytes = Array(text.utf8)
            let shares = ParallelClassifier.shares(of: 0..<bytes.count, in: bytes, count: count)
            #expect(shares.count <= count)
            #expect(shares.flatMap { Array(bytes[$0]) } == bytes)
            for share in shares { #expect(share.upperBound == bytes.count || bytes[share.upperBound - 1] == 0x0A) }
        }
    }
}
