import ByteText
import Testing

@testable import RE2

/// Patterns that are matched without RE2, compared with RE2.
@Suite("Literal patterns")
struct LiteralPatternTests {
    @Test(
        "are those that match a literal prefix, and no more",
        arguments: [
            ("^https://www\\.example\\.com/.*$", true), ("^https://www\\.example\\.com/", true), ("^a$", true),
            ("^", true), ("^\\.\\-\\/", true), ("^a b.*", true), ("a", false), ("^a?", false), ("^a*$", false),
            ("^(a)", false), ("^a|b", false), ("^a.", false), ("^a.*b$", false), ("^\\d", false), ("^[a]", false),
            ("^a{2}", false), ("^a+", false), ("^é", false), ("(?i)^a", false), ("^a$b", false), ("^a.*$.*", false),
        ])
    func recognized(pattern: String, expected: Bool) {
        #expect((LiteralPattern(pattern) != nil) == expected)
    }

    @Test("answer what RE2 answers, whatever the text", arguments: [1 as UInt64, 2, 3, 4])
    func oracle(seed: UInt64) throws {
        var state = seed
        func pick<Element>(_ choices: [Element]) -> Element {
            choices[Int(state.nextSplitMix() % UInt64(choices.count))]
        }
        let pieces = ["a", "b", "\\.", "/", "-", ":", "\\?", "=", " ", "\\\\", "_"]
        let tails = ["", "$", ".*", ".*$", "?", "*$", "|b", "+", ".$", "\\z"]
        let characters: [[UInt8]] = [
            [0x61], [0x62], [0x2E], [0x2F], [0x2D], [0x3A], [0x3F], [0x3D], [0x20], [0x5C], [0x5F], [0x0A], [0x0D],
            [0xC3, 0xA9], [0xFF], [0x80], [0x00],
        ]
        for turn in 0..<3000 {
            let literal = (0..<pick([0, 1, 2, 3, 9])).map { _ in pick(pieces) }
            let pattern = "^" + literal.joined() + pick(tails)
            guard let compiled = try? Pattern(pattern) else { continue }
            let set = try PatternSet([pattern])
            // Half of the texts begin with the pattern's literal.
            var text = pick([true, false]) ? Array(literal.joined().replacing("\\", with: "").utf8) : []
            if literal.contains("\\\\"), !text.isEmpty { text = literal.flatMap { Array($0.suffix(1).utf8) } }
            for _ in 0..<pick([0, 0, 1, 4, 20]) { text += pick(characters) }
            let expected = compiled.matches(text.span)
            #expect(set.matches(0, text.span) == expected, "seed \(seed), turn \(turn): \(pattern) \(text)")
        }
    }
}
