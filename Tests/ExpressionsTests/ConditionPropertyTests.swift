import ByteText
import Expressions
import RE2
import TestSupport
import Testing

/// A condition as a tree with a naive evaluator, for comparison with compiled programs.
indirect enum NaiveCondition {
    /// The source of a test, and its verdict on the current click.
    case test(String, Verdict)
    case not(NaiveCondition)
    case and([NaiveCondition])
    case or([NaiveCondition])
    case choose(NaiveCondition, NaiveCondition, NaiveCondition)

    var source: String {
        switch self {
        case .test(let source, _): source
        case .not(let inner): "!(\(inner.source))"
        case .and(let operands): operands.map { "(\($0.source))" }.joined(separator: " && ")
        case .or(let operands): operands.map { "(\($0.source))" }.joined(separator: " || ")
        case .choose(let condition, let yes, let no): "(\(condition.source)) ? (\(yes.source)) : (\(no.source))"
        }
    }

    var verdict: Verdict {
        switch self {
        case .test(_, let verdict): return verdict
        case .not(let inner):
            switch inner.verdict {
            case .yes: return .no
            case .no: return .yes
            case let fault: return fault
            }
        case .and(let operands): return NaiveCondition.combine(operands, deciding: .no)
        case .or(let operands): return NaiveCondition.combine(operands, deciding: .yes)
        case .choose(let condition, let yes, let no):
            switch condition.verdict {
            case .yes: return yes.verdict
            case .no: return no.verdict
            case let fault: return fault
            }
        }
    }

    private static func combine(_ operands: [NaiveCondition], deciding: Verdict) -> Verdict {
        let verdicts = operands.map(\.verdict)
        if verdicts.contains(deciding) { return deciding }
        if verdicts.contains(.unknown) { return .unknown }
        if verdicts.contains(.error) { return .error }
        return deciding == .yes ? .no : .yes
    }
}

@Suite struct ConditionPropertyTests {
    /// Tests with their expected verdicts on one click; facts of every kind, with and without specialized instructions.
    struct Sample {
        var given: [String: Given] = [:]
        var tests: [(String, Verdict)] = []
    }

    @Test func aProgramSaysWhatANaiveEvaluatorSays() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("ConditionPropertyTests seed \(seed)")
        var random = SplitMix64(seed: seed)
        var shortened = 0
        for _ in 0..<2000 {
            let sample = randomSample(&random)
            let naive = randomCondition(from: sample.tests, depth: 5, &random)
            var patterns = PatternList()
            let compilation = Condition.compile(naive.source, schema: clickSchema, patterns: &patterns)
            let condition = try #require(compilation.condition, "seed \(seed): \(naive.source)")
            let click = Click(sample.given)
            let set = try patterns.makeSet()
            let verdict = click.verdict(condition, set)
            #expect(verdict == naive.verdict, "seed \(seed): \(naive.source) with \(sample.given)")
            var trace = ConditionTrace()
            #expect(condition.evaluate(click.facts, click.arena, set, recording: &trace) == verdict)
            guard let words = click.wordsThatHold(condition) else { continue }
            let rest = condition.omittingWords(of: words)
            #expect(
                rest.map { click.verdict($0, set) } ?? .yes == verdict,
                "seed \(seed): \(naive.source) without \(words) with \(sample.given)")
            if rest !== condition { shortened += 1 }
        }
        #expect(shortened > 50, "seed \(seed): \(shortened)")
    }

    @Test("a traced test has the verdict of its text, evaluated alone")
    func aTracedTestHasTheVerdictOfItsText() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("ConditionPropertyTests seed \(seed)")
        var random = SplitMix64(seed: seed)
        var seen: [Verdict: Int] = [:]
        for _ in 0..<1000 {
            var sample = randomSample(&random)
            addPairs(&sample, &random)
            let source = randomCondition(from: sample.tests, depth: 4, &random).source
            var patterns = PatternList()
            let compilation = Condition.compile(source, schema: clickSchema, patterns: &patterns)
            let condition = try #require(compilation.condition, "seed \(seed): \(source)")
            let click = Click(sample.given)
            var trace = ConditionTrace()
            let verdict = condition.evaluate(click.facts, click.arena, try patterns.makeSet(), recording: &trace)
            #expect(try verdict == click.answer(source).verdict, "seed \(seed): \(source) with \(sample.given)")
            for step in trace.steps {
                let answer = try click.answer(step.source)
                #expect(
                    step.verdict == answer.verdict && Set(step.unknown) == answer.unknown,
                    "seed \(seed): \(step.source) of \(source) with \(sample.given)")
                seen[step.verdict, default: 0] += 1
            }
        }
        #expect(seen.count == 4 && seen.values.allSatisfy { $0 > 50 }, "seed \(seed): \(seen)")
    }

    /// Each way to write a test of a fact, together with its negation.
    private func addPairs(_ sample: inout Sample, _ random: inout SplitMix64) {
        sample.given["request.ip"] =
            [.text("10.1.2.3"), .text("::1"), .text("x"), .unknown].randomElement(using: &random) ?? .unknown
        sample.given["request.time"] = .time(Int64.random(in: -1...1, using: &random))
        sample.given["app.state"] = .word(["current", "unknown"].randomElement(using: &random) ?? "unknown")
        sample.given["link.path"] = .text(["/", "/ab"].randomElement(using: &random) ?? "/")
        sample.given["request.headers"] =
            Bool.random(using: &random) ? .partialMap([("a", "b")]) : sample.given["request.headers"]
        let equalities = [
            ("link.payload_is_action", "true"), ("false", "link.payload_is_action"), ("device.platform", "'ios'"),
            ("app.state", "'unknown'"), ("link.payload", "'ab'"), ("link.payload", "link.path"), ("link.minimum", "1"),
            ("request.country", "link.payload"), ("request.headers.a", "'b'"), ("request.headers['x']", "'1'"),
            ("request.time", "timestamp('1970-01-01T00:00:00Z')"), ("version(app.version)", "version('1.10')"),
            ("bucket(link.payload, 's')", "50"), ("device.languages", "['en', 'hi']"), ("request.headers", "{}"),
            ("(link.minimum + 1) * 2", "4"), ("link.payload_is_action", "has(link.payload)"),
        ]
        for (left, right) in equalities {
            for sign in ["==", "!="] { sample.tests.append(("\(left) \(sign) \(right)", .no)) }
        }
        let others = [
            "device.platform in ['ios', 'unknown']", "app.state in []", "link.payload in ['a', 'ab']",
            "'hi' in device.languages", "'x' in request.headers", "has(link.payload)", "has(request.headers.x)",
            "link.payload.matches('b$')", "request.country.startsWith('I')", "device.languages.all(l, l != 'hi')",
            "cidr('10.0.0.0/8').containsIP(ip(request.ip))", "bucket(request.country, 's') >= 50",
            "version(app.version) >= version('1.10')", "request.time < timestamp('1970-01-01T00:00:00Z')",
        ]
        for test in others { sample.tests += [(test, .no), ("!(\(test))", .no), ("(\(test)) != true", .no)] }
    }

    private func randomCondition(
        from tests: [(String, Verdict)], depth: Int, _ random: inout SplitMix64
    ) -> NaiveCondition {
        let kind = depth == 0 ? 0 : Int.random(in: 0...6, using: &random)
        func operand(_ random: inout SplitMix64) -> NaiveCondition {
            randomCondition(from: tests, depth: depth - 1, &random)
        }
        switch kind {
        case 1: return .not(operand(&random))
        case 2, 3: return .and((0..<Int.random(in: 2...4, using: &random)).map { _ in operand(&random) })
        case 4, 5: return .or((0..<Int.random(in: 2...4, using: &random)).map { _ in operand(&random) })
        case 6: return .choose(operand(&random), operand(&random), operand(&random))
        default:
            let (source, verdict) = tests[Int.random(in: 0..<tests.count, using: &random)]
            return .test(source, verdict)
        }
    }

    /// Random facts. The expected verdicts are computed here from the drawn values, not by the module under test.
    private func randomSample(_ random: inout SplitMix64) -> Sample {
        var sample = Sample()
        sample.tests = [("true", .yes), ("false", .no), ("1 == 1", .yes)]
        addBool(&sample, &random)
        addWord(&sample, &random)
        addText(&sample, &random)
        addNumber(&sample, &random)
        addVersion(&sample, &random)
        addCollections(&sample, &random)
        return sample
    }

    private func truth(_ bool: Bool?) -> Verdict { bool.map { $0 ? .yes : .no } ?? .unknown }

    private func addBool(_ sample: inout Sample, _ random: inout SplitMix64) {
        let bool = [true, false, nil].randomElement(using: &random) ?? nil
        sample.given["link.payload_is_action"] = bool.map(Given.bool) ?? .unknown
        sample.tests.append(("link.payload_is_action", truth(bool)))
        sample.tests.append(("link.payload_is_action == false", truth(bool.map { !$0 })))
    }

    private func addWord(_ sample: inout Sample, _ random: inout SplitMix64) {
        let word = ["android", "ios", "unknown"].randomElement(using: &random) ?? "ios"
        sample.given["device.platform"] = .word(word)
        sample.tests.append(("device.platform == 'ios'", truth(word == "ios")))
        sample.tests.append(("'ios' != device.platform", truth(word != "ios")))
        sample.tests.append(("device.platform in ['ios', 'unknown']", truth(word != "android")))
        sample.tests.append(("device.platform + 'x' == 'iosx'", truth(word == "ios")))
    }

    private func addText(_ sample: inout Sample, _ random: inout SplitMix64) {
        let text = ["", "a", "ab", "abc", nil].randomElement(using: &random) ?? nil
        let isPresent = text != nil
        let read = text ?? ""
        sample.given["link.payload"] = text.map(Given.text) ?? .absent
        sample.tests.append(("has(link.payload)", truth(isPresent)))
        sample.tests.append(("link.payload == 'ab'", truth(read == "ab")))
        sample.tests.append(("link.payload != ''", truth(read != "")))
        sample.tests.append(("link.payload in ['a', 'abc', '']", truth(read != "ab")))
        sample.tests.append(("link.payload.startsWith('ab')", truth(read.hasPrefix("ab"))))
        sample.tests.append(("link.payload.endsWith('b')", truth(read.hasSuffix("b"))))
        sample.tests.append(("link.payload.contains('b')", truth(read.contains("b"))))
        sample.tests.append(("link.payload.matches('^a')", truth(read.hasPrefix("a"))))
        sample.tests.append(("size(link.payload) > 1", truth(read.count > 1)))
        let country = ["IN", "DE", nil].randomElement(using: &random) ?? nil
        sample.given["request.country"] = country.map(Given.text) ?? .unknown
        sample.tests.append(("request.country == 'IN'", truth(country.map { $0 == "IN" })))
        sample.tests.append(("request.country + '' == 'IN'", truth(country.map { $0 == "IN" })))
        sample.tests.append(("has(request.country)", country == nil ? .unknown : .yes))
    }

    private func addNumber(_ sample: inout Sample, _ random: inout SplitMix64) {
        let number = Int64.random(in: -2...2, using: &random)
        sample.given["link.minimum"] = .int(number)
        for (sign, holds) in [
            ("<", number < 1), ("<=", number <= 1), ("==", number == 1), ("!=", number != 1), (">=", number >= 1),
            (">", number > 1),
        ] {
            sample.tests.append(("link.minimum \(sign) 1", truth(holds)))
        }
        sample.tests.append(("1 < link.minimum", truth(number > 1)))
        sample.tests.append(("1 / link.minimum == 1", number == 0 ? .error : truth(1 / number == 1)))
    }

    private func addVersion(_ sample: inout Sample, _ random: inout SplitMix64) {
        let (version, order): (String?, Int?) =
            [("1.9", -1), ("1.10", 0), ("1.10.0", 0), ("2", 1), ("x", nil), (nil, nil)].randomElement(using: &random)
            ?? (nil, nil)
        sample.given["app.version"] = version.map(Given.text) ?? .unknown
        let fault: Verdict = version == nil ? .unknown : .error
        sample.tests.append(("version(app.version) < version('1.10')", order.map { truth($0 < 0) } ?? fault))
        sample.tests.append(("version('1.10') <= version(app.version)", order.map { truth($0 >= 0) } ?? fault))
        sample.tests.append(("version(app.version) == version('1.10')", order.map { truth($0 == 0) } ?? fault))
    }

    private func addCollections(_ sample: inout Sample, _ random: inout SplitMix64) {
        let items = ["en", "hi", "de"].filter { _ in Bool.random(using: &random) }
        let isKnown = Bool.random(using: &random)
        sample.given["device.languages"] = isKnown ? .list(items) : .unknown
        sample.tests.append(("'hi' in device.languages", isKnown ? truth(items.contains("hi")) : .unknown))
        sample.tests.append(("device.languages.exists(l, l == 'hi')", isKnown ? truth(items.contains("hi")) : .unknown))
        let value = ["1", "2", nil].randomElement(using: &random) ?? nil
        sample.given["request.headers"] = .map([("a", "b")] + (value.map { [("x", $0)] } ?? []))
        sample.tests.append(("'x' in request.headers", truth(value != nil)))
        sample.tests.append(("has(request.headers.x)", truth(value != nil)))
        sample.tests.append(("request.headers['x'] == '1'", value.map { truth($0 == "1") } ?? .error))
        sample.tests.append(("request.headers.x != '1'", value.map { truth($0 != "1") } ?? .error))
    }
}

extension Click {
    /// The verdict on a text and the facts that keep it undecided, by the interpreter: parsed alone, without
    /// compilation.
    fileprivate borrowing func answer(_ source: String) throws -> (verdict: Verdict?, unknown: Set<String>) {
        let compilation = CELExpression.compile(source, schema: clickSchema)
        let expression = try #require(compilation.expression, "\(source) does not compile alone")
        switch expression.evaluate(facts, arena) {
        case .value(.bool(let bool)): return (bool ? .yes : .no, [])
        case .value: return (nil, [])
        case .failed: return (.error, [])
        case .unknown(let facts): return (.unknown, Set(facts.map { clickSchema[$0].name }))
        }
    }

    /// The facts of which a condition demands words, if all of these are known and match the demand.
    fileprivate func wordsThatHold(_ condition: Condition) -> Set<UInt16>? {
        guard let demands = condition.demands else { return nil }
        var words: Set<UInt16> = []
        for demand in demands {
            guard case .words(let mask) = demand.kind else { continue }
            switch facts[demand.fact] {
            case .symbol(let word) where mask >> UInt64(word) & 1 != 0: words.insert(demand.fact)
            case .bool(let bool) where mask >> (bool ? 1 : 0) & 1 != 0: words.insert(demand.fact)
            default: return nil
            }
        }
        return words
    }
}
