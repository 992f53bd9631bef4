import Synchronization
import TestSupport
import Testing

@testable import LinkStore

@Suite struct LinkCodeTests {
    /// Codes from a deterministic generator.
    private static func codes(seed: UInt64) -> LinkCode {
        let random = Mutex(SplitMix64(seed: seed))
        return LinkCode { count in
            random.withLock { random in (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
        }
    }

    @Test(arguments: [UInt64.random(in: 0...UInt64.max)]) func codesAreOfTheirKind(seed: UInt64) {
        let codes = Self.codes(seed: seed)
        var seen: Set<Character> = []
        for _ in 0..<3_000 {
            let short = codes.short()
            #expect(short.count == 4 && short.allSatisfy { !"0Oo1Iil".contains($0) }, "seed \(seed)")
            #expect(short.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }, "seed \(seed)")
            let long = codes.unguessable()
            #expect(long.count == 17 && long.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }, "seed \(seed)")
            #expect(!LinkCode.isBlocked(Array(short.utf8)) && !LinkCode.isBlocked(Array(long.utf8)), "seed \(seed)")
            seen.formUnion(long)
        }
        #expect(seen.count == 62)
    }

    /// All characters of the alphabet are equally likely: none deviates by more than six standard deviations.
    @Test(arguments: [UInt64.random(in: 0...UInt64.max)]) func noCharacterIsPreferred(seed: UInt64) {
        let codes = Self.codes(seed: seed)
        var counts: [Character: Double] = [:]
        for _ in 0..<4_000 { for character in codes.unguessable() { counts[character, default: 0] += 1 } }
        let mean = 4_000.0 * 17 / 62
        for (character, count) in counts {
            // Blocked words make their letters slightly rarer.
            #expect(abs(count - mean) < 6 * mean.squareRoot() + mean / 50, "\(character), seed \(seed)")
        }
    }

    @Test(arguments: ["xSHITx", "5h1t", "sh1T", "aa4ssaa", "FUCK", "fvck", "p0rn", "W4NK", "n4zi"])
    func wordsAreSeenThroughTheirDisguise(_ code: String) {
        #expect(LinkCode.isBlocked(Array(code.utf8)))
    }

    @Test(arguments: ["WXYZ", "summer", "mail2", "Q7zR", "hello"])
    func otherWordsAreNot(_ code: String) {
        #expect(!LinkCode.isBlocked(Array(code.utf8)))
    }

    /// Codes grow once all codes of four characters are taken.
    @Test func codesGrow() {
        let choices = Self.codes(seed: 1).choices(.short)
        #expect(choices.map(\.count) == [4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7])
        #expect(Self.codes(seed: 1).choices(.unguessable).map(\.count) == [17, 17, 17])
    }
}
