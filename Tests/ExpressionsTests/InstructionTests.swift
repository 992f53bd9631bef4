import ByteText
import Expressions
import RE2
import Testing

/// Compares tests that have specialized instructions with equivalent spellings that only the interpreter runs. Both
/// must agree for all facts.
@Suite struct InstructionTests {
    static let pairs: [(String, String)] = [
        ("link.payload_is_action", "[link.payload_is_action][0]"),
        ("link.payload_is_action == true", "[link.payload_is_action][0]"),
        ("link.payload_is_action != true", "![link.payload_is_action][0]"),
        ("false == link.payload_is_action", "![link.payload_is_action][0]"),
        ("device.platform == 'ios'", "device.platform + '' == 'ios'"),
        ("device.platform != 'ios'", "device.platform + '' != 'ios'"),
        ("device.platform in ['ios', 'unknown']", "device.platform + '' in ['ios', 'unknown']"),
        ("link.code == 'ab'", "link.code + '' == 'ab'"), ("'' != link.code", "link.code + '' != ''"),
        ("link.code in ['ab', '', 'abc', 'b']", "link.code + '' in ['ab', '', 'abc', 'b']"),
        ("link.code == link.efr", "link.code + '' == link.efr + ''"),
        ("link.code != link.efr", "link.code + '' != link.efr + ''"),
        ("link.code.startsWith('a')", "(link.code + '').startsWith('a')"),
        ("link.code.endsWith('b')", "(link.code + '').endsWith('b')"),
        ("link.code.contains('b')", "(link.code + '').contains('b')"),
        ("link.code.matches('^a.?$')", "(link.code + '').matches('^a.?$')"),
        ("link.minimum < 1", "link.minimum + 0 < 1"), ("link.minimum <= 1", "link.minimum + 0 <= 1"),
        ("link.minimum == 1", "link.minimum + 0 == 1"), ("1 != link.minimum", "1 != link.minimum + 0"),
        ("0 > link.minimum", "0 > link.minimum + 0"), ("link.minimum >= 1", "link.minimum + 0 >= 1"),
        ("request.time < timestamp(1)", "request.time + duration('0s') < timestamp(1)"),
        ("timestamp(0) >= request.time", "timestamp(0) >= request.time + duration('0s')"),
        ("version(link.code) < version('1.10')", "version(link.code + '') < version('1.10')"),
        ("version('1.10') <= version(link.code)", "version('1.10') <= version(link.code + '')"),
        ("version(link.code) != version('1.10.0')", "version(link.code + '') != version('1.10.0')"),
        ("bucket(link.code, 's') < 50", "bucket(link.code + '', 's') < 50"),
        ("50 <= bucket(link.code, 's')", "50 <= bucket(link.code + '', 's')"),
        ("cidr('10.0.0.0/8').containsIP(link.code)", "cidr('10.0.0.0/8').containsIP(link.code + '')"),
        ("cidr('10.0.0.0/8').containsIP(ip(link.code))", "cidr('10.0.0.0/8').containsIP(ip(link.code + ''))"),
        ("'hi' in device.languages", "'hi' in device.languages + []"),
        ("'x' in request.headers", "'x' in [request.headers][0]"),
        ("has(request.headers.x)", "has([request.headers][0].x)"),
        ("request.headers.x == '1'", "[request.headers][0].x == '1'"),
        ("request.headers['x'] != '1'", "[request.headers][0]['x'] != '1'"),
    ]

    /// Every state that the listed facts can have.
    static let states: [String: [Given]] = [
        "link.payload_is_action": [.unknown, .absent, .bool(true), .bool(false)],
        "device.platform": [.unknown, .word("ios"), .word("android"), .word("unknown")],
        "link.code": [
            .unknown, .absent, .text(""), .text("a"), .text("ab"), .text("b"), .text("1.9"), .text("1.10"), .text("2"),
            .text("10.1.2.3"), .text("11.0.0.1"), .text("::1"),
        ],
        "link.efr": [.unknown, .absent, .text(""), .text("ab")],
        "link.minimum": [.unknown, .absent, .int(-1), .int(0), .int(1), .int(2)],
        "request.time": [.unknown, .absent, .time(-1), .time(0), .time(1)],
        "device.languages": [.unknown, .absent, .list([]), .list(["hi"]), .list(["en", "hi"]), .list(["en"])],
        "request.headers": [
            .unknown, .absent, .map([]), .map([("x", "1")]), .map([("a", "1"), ("x", "2"), ("x", "1")]),
        ],
    ]

    @Test(arguments: pairs)
    func instructionsAgreeWithTheInterpreter(fast: String, general: String) throws {
        var patterns = PatternList()
        let left = try #require(Condition.compile(fast, schema: clickSchema, patterns: &patterns).condition)
        let right = try #require(Condition.compile(general, schema: clickSchema, patterns: &patterns).condition)
        let set = try patterns.makeSet()
        #expect(left.generalTests.isEmpty)
        #expect(right.generalTests == [general.hasPrefix("!") ? String(general.dropFirst()) : general])
        #expect(left.facts == right.facts)
        for states in combinations(of: left.facts.map { clickSchema[$0].name }) {
            let click = Click(states)
            let (fastVerdict, generalVerdict) = (click.verdict(left, set), click.verdict(right, set))
            #expect(fastVerdict == generalVerdict, "\(states)")
        }
    }

    private func combinations(of names: [String]) -> [[String: Given]] {
        names.reduce([[:]]) { combinations, name in
            combinations.flatMap { combination in
                (InstructionTests.states[name] ?? []).map { combination.merging([name: $0]) { $1 } }
            }
        }
    }

    @Test func aTraceTellsWhatRanAndWhy() throws {
        let source =
            #"link.payload_is_action && (request.country == "IN" || request.headers["no"] == "1") && link.code == "A""#
        var patterns = PatternList()
        let condition = try #require(Condition.compile(source, schema: clickSchema, patterns: &patterns).condition)
        let click = Click(ordinaryClick)
        var trace = ConditionTrace()
        #expect(condition.evaluate(click.facts, click.arena, try patterns.makeSet(), recording: &trace) == .no)
        #expect(
            trace.steps.map(\.source) == [
                "link.payload_is_action", #"request.country == "IN""#, #"request.headers["no"] == "1""#,
                #"link.code == "A""#,
            ])
        #expect(trace.steps.map(\.verdict) == [.yes, .unknown, .error, .no])
        #expect(trace.steps[0].facts.map(\.value) == ["true"])
        #expect(trace.steps[1].unknown == ["request.country"])
        #expect(trace.steps[2].error == #"no such key: "no""#)
        #expect(trace.steps[3].facts.map(\.name) == ["link.code"])
        #expect(trace.steps[3].facts.map(\.value) == [#""WXYZ""#])
        #expect(trace.unknown == ["request.country"])
    }
}

/// A program with more operators than it has marks for.
@Suite struct ManyGroupsTests {
    @Test func theInnermostOperatorsAreLeftToTheInterpreter() throws {
        let (a, b, c) = ("link.payload_is_action", #"request.country == "IN""#, #"request.headers["no"] == "1""#)
        for depth in [1, 2, 15, 16, 17, 30, 40] {
            let inner = (0..<depth).reduce(a) { inner, level in "((\(inner)) || \(b)) && \(level % 3 == 0 ? c : a)" }
            var patterns = PatternList()
            let condition = try #require(Condition.compile(inner, schema: clickSchema, patterns: &patterns).condition)
            let general = try #require(
                Condition.compile("[\(inner)][0]", schema: clickSchema, patterns: &patterns).condition)
            #expect(condition.generalTests.isEmpty == (depth < 16))
            let set = try patterns.makeSet()
            for action in [Given.bool(true), .bool(false), .unknown] {
                for country in [Given.text("IN"), .text("DE"), .unknown] {
                    for headers in [Given.map([("no", "1")]), .map([("no", "2")]), .map([]), .unknown] {
                        let click = Click([
                            "link.payload_is_action": action, "request.country": country, "request.headers": headers,
                        ])
                        #expect(click.verdict(condition, set) == click.verdict(general, set), "depth \(depth)")
                    }
                }
            }
        }
    }
}
