import Expressions
import TestSupport
import Testing

/// The version order is a total order, whatever the versions look like.
@Suite struct VersionOrderTests {
    /// A version of few and small pieces, so that equal ones and ones that differ late are common.
    static func version(_ random: inout SplitMix64) -> String {
        func piece(_ choices: [String]) -> String { choices[Int(random.next() % UInt64(choices.count))] }
        func pieces(_ choices: [String], atMost count: Int) -> String {
            (0...Int(random.next() % UInt64(count))).map { _ in piece(choices) }.joined(separator: ".")
        }
        var text = pieces(["0", "00", "1", "01", "2", "9", "10", "18446744073709551616"], atMost: 4)
        if random.next() % 3 == 0 {
            text += "-" + pieces(["0", "1", "10", "a", "A", "b", "a-", "-", "rc1"], atMost: 3)
        }
        if random.next() % 5 == 0 { text += "+" + pieces(["x", "1"], atMost: 2) }
        return text
    }

    static func compare(_ one: String, _ other: String) -> VersionOrder? {
        VersionOrder.compare(Array(one.utf8).span, Array(other.utf8).span)
    }

    @Test("a total order: of any two one comes first or they are equal, and what follows from that")
    func order() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        var counts: [VersionOrder: Int] = [:]
        for _ in 0..<20_000 {
            let (a, b, c) = (Self.version(&random), Self.version(&random), Self.version(&random))
            let said = Comment(rawValue: "seed \(seed): \(a) \(b) \(c)")
            #expect(Self.compare(a, a) == .equal, said)
            let ab = try #require(Self.compare(a, b), said)
            let ba = try #require(Self.compare(b, a), said)
            #expect(ab.rawValue == -ba.rawValue, said)
            let bc = try #require(Self.compare(b, c), said)
            let ac = try #require(Self.compare(a, c), said)
            // Equal versions are interchangeable, and the order is transitive.
            if ab == .equal { #expect(ac == bc, said) }
            if bc == .equal { #expect(ac == ab, said) }
            if ab == bc { #expect(ac == ab, said) }
            counts[ab, default: 0] += 1
        }
        // Each outcome must occur often enough for the test to be meaningful.
        for order in [VersionOrder.less, .equal, .greater] { #expect(counts[order, default: 0] > 50, "seed \(seed)") }
    }

    @Test("of integers the order is that of numbers")
    func integers() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        for _ in 0..<10_000 {
            let shift = random.next() % 60
            let (one, other) = (random.next() >> shift, random.next() >> shift)
            let expected: VersionOrder = one < other ? .less : one > other ? .greater : .equal
            #expect(Self.compare("\(one)", "\(other)") == expected, "seed \(seed): \(one) \(other)")
            #expect(Self.compare("3.\(one).0", "3.\(other)") == expected, "seed \(seed): \(one) \(other)")
        }
    }

    @Test(
        "the examples of the documentation",
        arguments: [
            ("1.9", "1.10", VersionOrder.less), ("1", "1.0", .equal), ("01", "1.0.0", .equal),
            ("1.2-beta", "1.2", .less),
            ("1-alpha", "1-alpha.1", .less), ("1-alpha.1", "1-alpha.beta", .less), ("1-alpha.beta", "1-beta.2", .less),
            ("1-beta.2", "1-beta.11", .less), ("1.0+a", "1.0+b", .equal), ("5.116.0", "5.116", .equal),
            ("5.116.0", "5.9", .greater), ("12", "12", .equal), ("9", "12", .less),
        ])
    func examples(one: String, other: String, order: VersionOrder) {
        #expect(Self.compare(one, other) == order)
    }
}
