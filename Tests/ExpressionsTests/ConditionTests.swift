import ByteText
import Expressions
import RE2
import Testing

/// Conditions over facts: the expression and its verdict on a click.
@Suite struct ConditionTests {
    static let table: [(String, Verdict)] = [
        (#"link.payload_is_action && request.stage == "click" && device.platform in ["android","ios"]"#, .yes),
        (#"!(app.state != "outdated") && link.efr != "1""#, .yes),
        ("has(link.afl)", .no),
        ("has(link.code)", .yes),
        (#"link.afl == """#, .yes),
        (#"request.headers["x-foo"] == "1""#, .yes),
        (#"request.headers["x-foo"] != "1""#, .no),
        (#"request.headers["x-bar"] == "1""#, .error),
        (#""x-bar" in request.headers && request.headers["x-bar"] == "1""#, .no),
        ("request.headers.host == 'a.example' && has(request.headers.host)", .yes),
        (#""hi" in device.languages"#, .yes),
        (#""de" in device.languages"#, .no),
        (#"version(app.version) < version("1.10")"#, .yes),
        (#"version("1.10") < version(app.version)"#, .no),
        (#"version(link.path) < version("1.10")"#, .error),
        (#"bucket(link.code, "exp1") < 100"#, .yes),
        (#"bucket(link.code, "exp1") >= 100"#, .no),
        (#"cidr("10.0.0.0/8").containsIP(request.ip)"#, .yes),
        (#"cidr("10.0.0.0/8").containsIP(ip(request.ip))"#, .yes),
        (#"cidr("10.0.0.0/8").containsIP(link.path)"#, .error),
        (#"link.payload.matches("^https://www\\.example\\.com/")"#, .yes),
        (#"link.payload.matches(r"^http://")"#, .no),
        (#"link.path.startsWith("/go/") && link.path.endsWith("abc") && link.path.contains("o/a")"#, .yes),
        (#"link.code in ["A", "WXYZ", "BC"]"#, .yes),
        (#"link.code in []"#, .no),
        ("link.minimum >= 12 && link.minimum < 13 && 12 == link.minimum && link.minimum != 11", .yes),
        (#"request.time > timestamp("2023-01-01T00:00:00Z")"#, .yes),
        (#"link.path == link.code"#, .no),
        (#"request.country == "IN""#, .unknown),
        (#"request.country == "IN" && link.payload_is_action"#, .unknown),
        (#"request.country == "IN" && !link.payload_is_action"#, .no),
        (#"!link.payload_is_action && request.country == "IN""#, .no),
        (#"request.country == "IN" || link.payload_is_action"#, .yes),
        (#"request.country == "IN" || !link.payload_is_action"#, .unknown),
        (#"request.country == "IN" || request.headers["x-bar"] == "1""#, .unknown),
        (#"request.headers["x-bar"] == "1" || link.payload_is_action"#, .yes),
        (#"request.headers["x-bar"] == "1" && link.payload_is_action"#, .error),
        (#"request.country == "IN" ? true : false"#, .unknown),
        (#"link.payload_is_action ? request.country == "IN" : true"#, .unknown),
        (#"!(link.payload_is_action ? link.minimum == 1 : true)"#, .yes),
        ("has(request.country)", .unknown),
        ("has(request.country) || true", .yes),
        ("size(device.languages) == 2", .yes),
        (#"device.languages.exists(l, l.startsWith("h"))"#, .yes),
        (#"device.languages[0] == "en""#, .yes),
        (#"device.languages[5] == "en""#, .error),
        (#"device.platform.startsWith("andr")"#, .yes),
        (#"request.country.size() == 2 || device.languages.all(l, l != "en")"#, .unknown),
        (#"request.time - duration("1h") < timestamp(1700000000)"#, .yes),
        ("true", .yes),
        ("1 + 1 == 3", .no),
    ]

    @Test(arguments: table)
    func verdicts(source: String, expected: Verdict) throws {
        var patterns = PatternList()
        let compilation = Condition.compile(source, schema: clickSchema, patterns: &patterns)
        let condition = try #require(compilation.condition, "\(compilation.diagnostics)")
        let click = Click(ordinaryClick)
        let set = try patterns.makeSet()
        #expect(click.verdict(condition, set) == expected)
        var trace = ConditionTrace()
        #expect(condition.evaluate(click.facts, click.arena, set, recording: &trace) == expected)
        if expected == .unknown { #expect(!trace.unknown.isEmpty) }
        if expected == .error { #expect(trace.steps.contains { $0.error != nil }) }
    }

    /// A request that gives only a user agent leaves the other fields unknown.
    @Test(
        "what is not among the known entries of a map is unknown, not missing",
        arguments: [
            (#"request.headers["user-agent"] == "UA""#, .yes), (#"request.headers["user-agent"] != "UA""#, .no),
            (#"request.headers["user-agent"].startsWith("U")"#, .yes), (#""user-agent" in request.headers"#, .yes),
            (#"request.headers.host == "a.example""#, .yes), ("has(request.headers.host)", .yes),
            (#"request.headers["user-" + "agent"] == "UA""#, .yes), (#"("h" + "ost") in request.headers"#, .yes),
            (#"request.headers["x-foo"] == "1""#, .unknown), (#"request.headers["x-foo"].contains("1")"#, .unknown),
            (#""x-foo" in request.headers"#, .unknown), ("has(request.headers.foo)", .unknown),
            (#"!("x-foo" in request.headers)"#, .unknown), ("request.headers.foo == '1'", .unknown),
            ("has(request.headers)", .unknown), ("size(request.headers) == 2", .unknown),
            (#"request.headers.all(name, name != "x-foo")"#, .unknown),
            (#"request.headers["x-foo"] == "1" || link.payload_is_action"#, .yes),
            (#"request.headers[string(1 / (link.minimum - 12))] == "1""#, .error),
        ] as [(String, Verdict)])
    func partialMaps(source: String, expected: Verdict) throws {
        var patterns = PatternList()
        let compilation = Condition.compile(source, schema: clickSchema, patterns: &patterns)
        let condition = try #require(compilation.condition, "\(compilation.diagnostics)")
        var click = Click(ordinaryClick)
        click.set("request.headers", .partialMap([("user-agent", "UA"), ("host", "a.example")]))
        let set = try patterns.makeSet()
        #expect(click.verdict(condition, set) == expected)
        var trace = ConditionTrace()
        #expect(condition.evaluate(click.facts, click.arena, set, recording: &trace) == expected)
        if expected == .unknown { #expect(trace.unknown == ["request.headers"]) }
        let shown = trace.steps.flatMap(\.facts).first { $0.name == "request.headers" }?.value
        #expect(shown == nil || shown == #"{"user-agent": "UA", "host": "a.example", …}"#)
    }

    @Test func aResetTableKnowsNothing() throws {
        var patterns = PatternList()
        let compilation = Condition.compile("link.payload_is_action", schema: clickSchema, patterns: &patterns)
        let condition = try #require(compilation.condition)
        let set = try patterns.makeSet()
        var click = Click(ordinaryClick)
        #expect(click.verdict(condition, set) == .yes)
        click.facts.reset()
        click.arena.reset()
        #expect(click.verdict(condition, set) == .unknown)
    }
}
