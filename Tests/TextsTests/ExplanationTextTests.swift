import ByteText
import Routing
import Testing

@testable import Rules
import Texts

/// The output of `explain` for a rule, apart from its tests.
@Suite("an explanation for people")
struct ExplanationTextTests {
    private static let rules = """
        [{"name": "page", "when": "link.host == 'example.page.link'", "then": {"page": "interstitial"},
          "because": "A tap is needed.", "source": "Apple, TN3155:\\n  Debugging universal links"},
         {"name": "never", "when": "link.host == 'else.example'", "then": "web_widget", "because": "No.",
          "source": "A document of another case"},
         {"name": "web", "then": "continue_redirect", "because": "It is a web page."}]
        """

    private static let question = """
        {"link": "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F", "site": {"site": "example",
         "hosts": ["example.page.link"], "authorized_domains": ["www.example.com"], "rules": \(rules)}}
        """

    @Test("what a rule follows is shown where it matched")
    func source() throws {
        let resolver = try RequestResolver(RuleSet(RuleDirectory.load([])))
        var output: [UInt8] = []
        try resolver.explain(JSONValue(parsing: Self.question), now: 0, to: &output)
        let explanation = try JSONValue(parsing: output.span)
        let sources = try #require(explanation["rules"]?.array).map { $0["source"] }
        #expect(
            sources == ["Apple, TN3155:\n  Debugging universal links", "A document of another case", .null])
        let lines = ExplanationText.text(of: explanation).split(separator: "\n").filter { $0.contains("source:") }
        #expect(lines == ["    source: Apple, TN3155: Debugging universal links"])
    }
}
