import ByteText
import Routing
import TestSupport
import Testing

@testable import Replay

@Suite("What changes between two rule sets")
struct ChangeTests {
    private static func changes(
        _ now: RuleSet, _ before: RuleSet, allowed: AllowedChanges = AllowedChanges(), lines: Int = 400
    ) throws -> ChangeSums {
        let runs = try ReplayRuns()
        var generator = ClickLog(seed: 8)
        let sums = try runs.sums(
            [runs.log("a.log", generator.lines(lines))], now, against: before, allowed: allowed, workers: 2)
        return try #require(sums.changes)
    }

    @Test("is nothing between a rule set and itself")
    func nothing() throws {
        let rules = try TestRules.shipped()
        let changes = try Self.changes(rules, rules)
        #expect(changes.comparedCount > 300 && changes.changedCount == 0 && changes.otherRule == 0)
        #expect(changes.unexpectedCount == 0 && changes.allSamples.isEmpty && changes.links.total == 0)
    }

    @Test("is nothing where a rule only has another name, which is counted")
    func renamed() throws {
        let now = try TestRules.changed { $0.replacing("wechat-stays-on-the-web", with: "renamed") }
        let changes = try Self.changes(now, TestRules.shipped())
        #expect(changes.changedCount == 0 && changes.otherRule > 0)
    }

    @Test("adds up over rules, links, sites and decisions, and is sampled with both explanations")
    func sums() throws {
        let changes = try Self.changes(TestRules.webOnAndroid(), TestRules.shipped())
        let count = changes.changedCount
        #expect(count > 20 && changes.unexpectedCount == count)
        #expect(changes.byRuleBefore.reduce(0, +) == count && changes.byRuleNow.reduce(0, +) == count)
        #expect(changes.pairs.counts?.values.reduce(0, +) == count && changes.links.total == count)
        #expect(changes.matrix.cells.reduce(0, +) == changes.comparedCount)
        let samples = changes.allSamples
        #expect(!samples.isEmpty && samples.count <= 25 * ChangeSample.limit)
        for sample in samples {
            #expect(
                sample.differences.contains("decision")
                    || sample.before.decision["decision"] == sample.now.decision["decision"])
            #expect(sample.now.decision["rule"]?.string == "sites/example/android-to-the-web")
            #expect(sample.place.source == "a.log" && sample.place.line > 0)
            #expect(sample.before.rules.array?.isEmpty == false && sample.now.rules.array?.isEmpty == false)
        }
    }

    @Test("is expected where an entry fits, up to its limit")
    func allowed() throws {
        let (now, before) = (try TestRules.webOnAndroid(), try TestRules.shipped())
        let count = try Self.changes(now, before).changedCount
        let cases: [(text: String, unexpected: Int?)] = [
            ("any -> any", 0), ("any -> continue_redirect rule=sites/example/*", 0),
            ("any -> any site=example at-most=100%", 0), ("any -> any at-most=\(count)", 0),
            ("any -> any at-most=\(count - 1)", count), ("any -> any at-most=0.5%", count),
            ("any -> web_widget", count), ("any -> any was=firebase/*  # all of them", 0),
            ("any -> any rule=other", count), ("any -> any link=example.page.link*\nany -> any link=links.*", 0),
            ("any -> any link=example.page.link/?link=www.example.com/item/1*", nil),
        ]
        for (text, unexpected) in cases {
            let changes = try Self.changes(now, before, allowed: AllowedChanges(parsing: text, path: "allow"))
            if let unexpected {
                #expect(changes.unexpectedCount == unexpected, "\(text)")
            } else {
                #expect((1..<count).contains(changes.unexpectedCount), "\(text)")
            }
        }
    }

    @Test("has its expectations refused with line and column where they say nothing")
    func faults() throws {
        let text = """
            # comment
            app_opn -> web_widget
            any -> any rul=x
            any => any
              any -> any at-most=lots
            any -> any rule=x rule=y
            any -> any rule=
            """
        let fault = #expect(throws: AllowedChangesFaults.self) { try AllowedChanges(parsing: text, path: "allow") }
        let expected = """
            allow:2:1: error: unknown decision `app_opn`
                app_opn -> web_widget
                ^~~~~~~
                hint: did you mean `app_open`?
            allow:3:12: error: unknown key `rul`; known keys: rule, was, site, link, at-most
                any -> any rul=x
                           ^~~
                hint: did you mean `rule`?
            allow:4:1: error: expected `before -> now`, such as `app_open -> web_widget` or `any -> any`
                any => any
                ^~~
            allow:5:22: error: expected a number of clicks, or a share such as `2%`
                  any -> any at-most=lots
                                     ^~~~
            allow:6:19: error: `rule` appears twice
                any -> any rule=x rule=y
                                  ^~~~~~
            allow:7:12: error: expected `name=value`
                any -> any rule=
                           ^~~~~
                hint: did you mean `rule`?
            """
        #expect(fault?.description == expected)
    }
}
