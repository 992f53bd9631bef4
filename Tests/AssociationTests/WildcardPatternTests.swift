import TestSupport
import Testing

@testable import Association

@Suite("Patterns of association files")
struct WildcardPatternTests {
    @Test(
        "stars and question marks",
        arguments: [
            ("", "", true), ("", "a", false), ("*", "", true), ("*", "anything/at?all", true), ("?", "", false),
            ("?", "a", true), ("?", "ab", false), ("?*", "", false), ("?*", "a", true), ("?*", "abc", true),
            ("*?", "", false), ("*?", "abc", true), ("????", "1234", true), ("????", "12345", false),
            ("/help/*", "/help/", true), ("/help/*", "/help/a/b", true), ("/help/*", "/help", false),
            ("/help/*", "/HELP/a", false), ("/go*", "/gone", true), ("/a*b*c", "/aXbYc", true),
            ("/a*b*c", "/aXcYb", false),
            ("*.pdf", "/files/x.pdf", true), ("*aab", "aaaab", true), ("a**b", "ab", true), ("/é?", "/éü", true),
            ("/__/auth/handler*", "/__/auth/handler.js", true), ("/__/auth/action", "/__/auth/action/", false),
        ])
    func matches(pattern: String, text: String, expected: Bool) {
        #expect(WildcardPattern(pattern).matches(text) == expected)
    }

    @Test("capitals, where they make no difference")
    func caseInsensitive() {
        #expect(WildcardPattern("/Help/*").matches("/hELP/x", isCaseSensitive: false))
        #expect(!WildcardPattern("/Help/*").matches("/hELP/x"))
    }

    @Test("random patterns agree with the definition", arguments: 1...4 as ClosedRange<UInt64>)
    func random(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<3_000 {
            let pattern = String(
                (0..<Int.random(in: 0...7, using: &random)).map { _ in "ab*?".randomElement(using: &random)! })
            let text = String(
                (0..<Int.random(in: 0...8, using: &random)).map { _ in "ab".randomElement(using: &random)! })
            let expected = Self.fits(Array(pattern)[...], Array(text)[...])
            #expect(WildcardPattern(pattern).matches(text) == expected, "seed \(seed): \(pattern) \(text)")
        }
    }

    /// A literal implementation of the definition, in exponential time.
    private static func fits(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
        switch pattern.first {
        case nil: text.isEmpty
        case "*": fits(pattern.dropFirst(), text) || !text.isEmpty && fits(pattern, text.dropFirst())
        case "?": !text.isEmpty && fits(pattern.dropFirst(), text.dropFirst())
        case let character: text.first == character && fits(pattern.dropFirst(), text.dropFirst())
        }
    }
}
