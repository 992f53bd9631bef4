import ByteText
import Expressions
import RE2
import Testing

/// Files are compiled in parallel, each with its own list of patterns, which are then merged.
@Suite("Patterns that move to another list")
struct MovedPatternsTests {
    @Test(
        "a condition says the same with its patterns elsewhere",
        arguments: [
            #"link.path.matches("^/go/")"#, #"!link.path.matches("^/no/") && link.code.matches("^W.*Z$")"#,
            #"["^/go/"].exists(x, link.path.matches("^/go/") && link.code.matches("Y"))"#,
            #"device.platform == "android" ? link.path.matches("abc$") : false"#, #"link.path == "/go/abc""#,
        ])
    func moved(source: String) throws {
        var own = PatternList()
        let condition = try #require(Condition.compile(source, schema: clickSchema, patterns: &own).condition)
        var all = PatternList()
        for pattern in ["never", "Y", "^/no/"] { _ = try all.index(of: pattern) }
        let places = all.merge(own)
        #expect(places.map { all.sources[$0] } == own.sources)
        #expect(Set(all.sources).count == all.sources.count)
        let moved = condition.movingPatterns(to: places)
        let click = Click(ordinaryClick)
        #expect(click.verdict(condition, try own.makeSet()) == .yes)
        #expect(click.verdict(moved, try all.makeSet()) == .yes)
        #expect(moved.source == source && moved.demands == condition.demands)
    }

    @Test("a condition that has not kept its tree explains itself as before")
    func explained() throws {
        var patterns = PatternList()
        let source = #"link.path == "/x" || request.country == "IN" && link.efr == "1""#
        let condition = try #require(Condition.compile(source, schema: clickSchema, patterns: &patterns).condition)
        var trace = ConditionTrace()
        let click = Click(ordinaryClick)
        #expect(condition.evaluate(click.facts, click.arena, try patterns.makeSet(), recording: &trace) == .no)
        #expect(trace.steps.map(\.source) == [#"link.path == "/x""#, #"request.country == "IN""#, #"link.efr == "1""#])
        #expect(trace.steps[1].unknown == ["request.country"])
        guard case .any(let parts) = condition.formula(clickSchema) else {
            Issue.record("the formula is no choice")
            return
        }
        #expect(parts.count == 2)
        #expect(condition.reading(ofMap: try #require(clickSchema.index(of: "request.headers"))) == MapReading())
    }
}
