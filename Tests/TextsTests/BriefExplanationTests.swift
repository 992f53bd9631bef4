import ByteText
import Expressions
import Foundation
import Routing
import Testing
import TestSupport

@testable import Rules
@testable import Texts

/// The output of `explain` for 70 rules: the decision, then the near misses.
@Suite("a brief explanation")
struct BriefExplanationTests {
    private static let link =
        "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android&ibi=com.example.ios"

    private static let rules = """
        [{"name": "india", "when": "request.country == 'IN'", "then": "web_widget", "because": "India."},
         {"name": "wechat", "when": "device.in_app == 'wechat'", "then": "web_widget", "because": "WeChat."},
         {"name": "far", "when": "device.in_app == 'wechat' && link.host == 'else.example'", "then": "web_widget",
          "because": "Two tests fail."},
         {"name": "either", "when": "link.host == 'a.example' || link.host == 'b.example'", "then": "web_widget",
          "because": "The last of two."},
         {"name": "page", "when": "!device.bot", "then": {"page": "interstitial"}, "because": "A tap is needed."},
         {"name": "web", "when": "link.host == 'example.page.link'", "then": "continue_redirect", "because": "The web."},
         {"name": "late", "then": "web_widget", "because": "Too late."}]
        """

    private static func explanation(_ more: String = "") throws -> JSONValue {
        let question = """
            {"link": "\(link)", "device": {"platform": "android", "in_app": "none"}\(more), "site": {"site": "example",
             "hosts": ["example.page.link"], "authorized_domains": ["www.example.com"], "rules": \(rules)}}
            """
        let resolver = try RequestResolver(RuleSet(RuleDirectory.load([])))
        var output: [UInt8] = []
        try resolver.explain(JSONValue(parsing: question), now: 0, to: &output)
        return try JSONValue(parsing: output.span)
    }

    private static func lines(_ explanation: JSONValue, width: Int = 80) throws -> [String] {
        let names = (explanation["rules"]?.array ?? []).compactMap { $0["rule"]?.string }
        let places = Dictionary(uniqueKeysWithValues: names.map { ($0, "rules/sites/example.yaml:7") })
        return BriefExplanation(explanation, places: places, width: width).lines.map { $0.map(\.text).joined() }
    }

    @Test("begins with the answer, the rule and its place")
    func answer() throws {
        let lines = try Self.lines(try Self.explanation())
        let name = try #require(try Self.explanation()["decision"]?["rule"]?.string)
        #expect(
            lines.prefix(6) == [
                "decision  continue_redirect", "target    https://www.example.com/",
                "rule      \(name)  rules/sites/example.yaml:7", "because   The web.",
                "when      link.host == 'example.page.link'", "values    link.host = \"example.page.link\"",
            ])
    }

    @Test("names undecided facts with their options, until they are given")
    func undecided() throws {
        let told = "request.country is unknown: set it with --country"
        #expect(try Self.lines(try Self.explanation()).contains("    \(told)"))
        #expect(!(try Self.lines(try Self.explanation(#", "country": "DE""#)).joined().contains("Undecided")))
    }

    @Test("a rule that failed by one test nearly matched; two failing tests, and later rules, are no near miss")
    func near() throws {
        let lines = try Self.lines(try Self.explanation())
        let start = try #require(lines.firstIndex { $0.hasPrefix("Near misses") })
        let names = lines[start...].filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
        #expect(names.map { $0.contains("/wechat") } == [true, false] && names.last?.contains("/either") == true)
        #expect(lines.contains("    device.in_app == 'wechat' is false: device.in_app = \"none\""))
        #expect(!lines.joined().contains("Too late."))
    }

    @Test("a rule that only sets something is shown as such")
    func beside() throws {
        let lines = try Self.lines(try Self.explanation())
        let title = try #require(lines.firstIndex(of: "Also matched, and contributed settings"))
        #expect(lines[title + 1].contains("/page") && lines[title + 2] == "    A tap is needed.")
    }

    @Test("at most five near misses of the shipped rules are shown, and lines break at the terminal's width")
    func shipped() throws {
        let resolver = try RequestResolver(
            RuleSet(RuleDirectory.load(path: RulesFolder.shippedRules.path())))
        for device in ["android", "ios", "ipados", "windows"] {
            let question = #"{"link": "\#(Self.link)", "device": {"platform": "\#(device)"}}"#
            var output: [UInt8] = []
            try resolver.explain(JSONValue(parsing: question), now: 0, to: &output)
            let explanation = try JSONValue(parsing: output.span)
            let lines = try Self.lines(explanation)
            let near = lines.drop { !$0.hasPrefix("Near misses") }.filter { $0.hasPrefix("  firebase/") }
            #expect((1...5).contains(near.count), "\(near)")
            for line in lines where line.count > 80 {
                // Addresses are not broken, so that they can be copied.
                #expect(line.contains("://"), "\(line)")
            }
        }
    }

    @Test("a link that is refused before any rule has no rules to show")
    func refused() throws {
        let resolver = try RequestResolver(RuleSet(RuleDirectory.load([])))
        var output: [UInt8] = []
        try resolver.explain(JSONValue(parsing: #"{"link": "https://else.example/"}"#), now: 0, to: &output)
        let lines = try Self.lines(try JSONValue(parsing: output.span))
        #expect(lines.first == "decision  error" && !lines.contains { $0.contains("rules") })
    }

    @Test("every fact that may be unknown has an option")
    func options() {
        let open = FactName.schema.declarations.filter(\.mayBeUnknown)
        #expect(open.count > 5)
        for fact in open { #expect(StatingOption.of(fact: fact.name) != nil, "\(fact.name)") }
    }
}
