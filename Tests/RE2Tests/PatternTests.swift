import RE2
import Testing

@Suite struct PatternTests {
    @Test(arguments: [
        ("ubb", "hubba", true), ("^ubb", "hubba", false),
        ("^https://www\\.example\\.com/.*$", "https://www.example.com/a", true),
        ("^https://www\\.example\\.com/.*$", "https://wwwXexample.com/a", false), ("", "", true), ("^$", "", true),
        ("^.$", "é", true), ("a\u{0}b", "xa\u{0}by", true), ("(a|b)+c", "ababc", true),
    ])
    func matchesAnywhere(pattern: String, text: String, expected: Bool) throws {
        let compiled = try Pattern(pattern)
        #expect(compiled.matches(Array(text.utf8).span) == expected)
        let set = try PatternSet(["other", pattern])
        #expect(set.matches(1, Array(text.utf8).span) == expected)
    }

    @Test(arguments: [
        ("a(b", "missing ): a(b", nil as Int?), ("a[z-a]", "invalid character class range: z-a", 2),
        ("x(?=y)", "invalid perl operator: (?=", 1), ("x\\1", "invalid escape sequence: \\1", 1),
        ("x**", "bad repetition operator: **", 1), ("a**b**", "bad repetition operator: **", nil),
    ])
    func faultsAreNamed(pattern: String, message: String, offset: Int?) {
        do {
            _ = try Pattern(pattern)
            Issue.record("\(pattern) was accepted")
        } catch {
            #expect(error.message == message)
            #expect(error.offset == offset)
        }
        #expect(throws: RE2Fault.self) { try PatternSet(["a", pattern]) }
    }

    @Test func hugeRepetitionsDoNotTakeHugeMemory() {
        #expect(throws: RE2Fault.self) { try PatternSet(["((a{100}){100}){100}"]) }
    }
}
