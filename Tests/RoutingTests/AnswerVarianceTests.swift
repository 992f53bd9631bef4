import ByteText
import Expressions
import Routing
import TestSupport
import Testing

/// A shared cache returns one client's response to another if the address and the fields named by `Vary` are equal. It
/// must be the response that the other client would have received.
@Suite("What a cached answer depends on")
struct AnswerVarianceTests {
    private typealias Rule = (when: String?, cache: Int?)

    /// A site's rules in order; each leads to its own address, `https://www.example.com/` and its number.
    private static func ruleSet(_ rules: [Rule], shared: [Rule] = []) -> RuleSet {
        var patterns = PatternList()
        func definitions(_ rules: [Rule], from first: Int) -> [RuleDefinition] {
            rules.enumerated().map { index, rule in
                let condition = rule.when.flatMap {
                    Condition.compile($0, schema: FactName.schema, patterns: &patterns).condition
                }
                let to = Template(segments: [.literal("https://www.example.com/\(first + index)")])
                return RuleDefinition(
                    id: "r\(first + index)", because: "It is tested.", condition: rule.when, program: condition,
                    action: ActionDefinition(
                        outcome: .continueRedirect(to: to), cache: rule.cache.map { .seconds($0) }))
            }
        }
        var site = SiteDefinition(name: "a")
        site.hosts = ["a.page.link"]
        site.urlPolicy = .any
        site.rules = definitions(rules, from: 0)
        let others = definitions(shared, from: rules.count)
        return RuleSet(sites: [site], rules: others, patterns: patterns, hash: "tested")
    }

    /// The properties of a click that differ between clients, by name: `ip`, `country`, `time`, and header fields.
    private struct Client: CustomStringConvertible {
        var path = "a"
        var agent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36"
        var facts: [String: String] = [:]

        var description: String { "/\(path) \(facts)" }

        var json: JSONValue {
            var headers = JSONObject()
            headers.append("user-agent", .string(agent))
            for (name, value) in facts.sorted(by: { $0.key < $1.key })
            where !["ip", "country", "time"].contains(name) {
                headers.append(name, .string(value))
            }
            return .object([
                "link": .string("https://a.page.link/?link=https://www.example.com/\(path)"),
                "headers": .object(headers),
                "ip": facts["ip"].map { .string($0) }, "country": facts["country"].map { .string($0) },
                "time": .string(facts["time"] ?? "2026-11-20T12:00:00Z"),
            ])
        }
    }

    /// A click's target, whether it may be cached, and the names that distinguish clients; `nil` if it is unshareable.
    private struct Answer {
        var target: String
        var isCached: Bool
        var names: Set<String>?
    }

    private static func answer(_ evaluator: Evaluator, _ client: Client) throws -> Answer {
        var arena = ByteArena()
        var request = ClickRequest()
        _ = try ClickRequestReader().read(client.json, into: &request, &arena)
        let decision = evaluator.decide(request, in: &arena).decision
        var isCached = false
        if case .seconds = decision.cache { isCached = true }
        let fields = evaluator.ruleSet.varyingFields
        var names: Set<String>?
        if !decision.variance.isUnshareable {
            let read = fields.indices.filter { decision.variance.contains(fieldAt: $0) }
            names = Set(read.map { String(decoding: fields[$0], as: UTF8.self) })
            if decision.variance.readsCountry { names?.insert("country") }
        }
        return Answer(
            target: decision.target.map { arena.string($0) } ?? "none", isCached: isCached, names: names)
    }

    private static func answer(_ rules: [Rule], shared: [Rule] = [], _ client: Client = Client()) throws -> Answer {
        try answer(try Evaluator(ruleSet(rules, shared: shared)), client)
    }

    @Test("a rule that was asked and did not match counts")
    func asked() throws {
        let beta: Rule = (#"request.headers["x-beta"] == "1""#, nil)
        #expect(try Self.answer([beta, (nil, 60)]).names == ["x-beta"])
        #expect(try Self.answer([beta], shared: [(nil, 60)]).names == ["x-beta"])
        #expect(try Self.answer([(nil, 60), beta]).names == [])
        let matched = try Self.answer(
            [(#"request.headers["x-beta"] == "1""#, 60), (nil, 60)], Client(facts: ["x-beta": "1"]))
        #expect(matched.target.hasSuffix("/0") && matched.names == ["x-beta"])
    }

    @Test(
        "each way to look at a field is seen",
        arguments: [
            (#""x-b" in request.headers"#, ["x-b"]), ("has(request.headers.xb)", ["xb"]),
            (#"request.headers.xb == "1""#, ["xb"]), (#"request.headers["x-" + "b"] == "1""#, ["x-b"]),
            (#"device.bot || request.headers["x-b"] == "1" || request.headers["x-c"] == "1""#, ["x-b", "x-c"]),
            (#""hi" in device.languages"#, ["accept-language"]), (#"request.referer == "x""#, ["referer"]),
            (#"request.country == "IN""#, ["country"]), (#"request.headers["user-agent"] == "x""#, []),
            // Field names that do not exist.
            (#"request.headers["X-B"] == "1""#, []), (#"request.headers["a,b"] == "1""#, []),
        ] as [(String, Set<String>)])
    func readings(_ condition: String, _ names: Set<String>) throws {
        #expect(try Self.answer([(condition, nil), (nil, 60)]).names == names)
    }

    @Test(
        "what no cache can tell clients apart by leaves nothing to keep",
        arguments: [
            #"request.ip == "192.0.2.1""#, #"request.time < timestamp("2026-01-01T00:00:00Z")"#,
            #"request.headers.exists(name, name == "x")"#, #"request.headers[link.code] == "1""#,
            #"link.code in request.headers"#, "size(request.headers) > 99", #"bucket(request.ip, "x") < 0"#,
            // Proxies on the way write these fields, so the cache has not seen the rule's values.
            #"request.headers["x-forwarded-for"] == "1""#, #"request.headers["via"] == "1""#,
        ])
    func unshareable(_ condition: String) throws {
        let answer = try Self.answer([(condition, nil), (nil, 60)])
        #expect(answer.isCached && answer.names == nil)
        #expect(try Self.answer([(nil, 60), (condition, nil)]).names == [])
    }

    @Test("a rule that the address or the device alone excludes was not asked; one that the index left out was")
    func notAsked() throws {
        let sale: Rule = (
            #"link.payload.startsWith("https://www.example.com/sale") && request.time < timestamp("2026-12-01T00:00:00Z")"#,
            nil
        )
        #expect(try Self.answer([sale, (nil, 60)]).names == [])
        #expect(
            try Self.answer([sale, (nil, 60)], Client(path: "sale", facts: ["time": "2027-01-01T00:00:00Z"])).names
                == nil)
        let android: Rule = (#"request.ip == "192.0.2.1" && device.platform == "android""#, nil)
        #expect(try Self.answer([android, (nil, 60)]).names == [])
        // Of a hundred rules for a hundred countries, the index finds at most one.
        func code(_ number: Int) -> String {
            [number / 26, number % 26].map { String(UnicodeScalar(UInt8(65 + $0))) }.joined()
        }
        let countries = (0..<100).map { number -> Rule in
            (#"request.country == "\#(code(number))" && request.headers["x-\#(number)"] == "1""#, nil)
        }
        let answer = try Self.answer(countries + [(nil, 60)], Client(facts: ["country": code(7)]))
        #expect(answer.target.hasSuffix("/100"))
        #expect(answer.names == Set((0..<100).map { "x-\($0)" } + ["country"]))
        let times = (0..<100).map { day -> Rule in
            (#"request.time == timestamp("2020-01-01T00:00:00Z") + duration("\#(day)h")"#, nil)
        }
        #expect(try Self.answer(times + [(nil, 60)]).names == nil)
    }

    @Test("a rule that only lets an answer be kept counts the rules after it, up to the one that decides")
    func beside() throws {
        var ruleSet = Self.ruleSet([(nil, 60), (#"request.headers["x-a"] == "1""#, nil), (nil, nil)])
        var site = ruleSet.sites[0]
        site.rules[0].action.outcome = nil
        ruleSet = RuleSet(sites: [site], rules: [], patterns: ruleSet.patterns, hash: "tested")
        let answer = try Self.answer(try Evaluator(ruleSet), Client())
        #expect(answer.isCached && answer.names == ["x-a"])
    }

    @Test("what a rule inserts into its address counts")
    func inserted() throws {
        var site = Self.ruleSet([(nil, 60)]).sites[0]
        site.rules[0].action.outcome = .continueRedirect(
            to: try Template(parsing: "https://www.example.com/?from={request.referer}&in={request.country}"))
        let ruleSet = RuleSet(sites: [site], rules: [], patterns: PatternList(), hash: "tested")
        let client = Client(facts: ["referer": "https://r.example/", "country": "IN"])
        #expect(try Self.answer(try Evaluator(ruleSet), client).names == ["referer", "country"])
    }

    // MARK: - Random rules

    private static let tests = [
        #"request.headers["x-a"] == "1""#, #""x-b" in request.headers"#, #"request.headers["x-b"] != "2""#,
        #"request.referer == "https://r.example/""#, #""hi" in device.languages"#, #"request.country == "IN""#,
        #"request.country in ["US", "DE"]"#, #"request.ip == "192.0.2.1""#,
        #"request.time < timestamp("2026-11-20T12:00:00Z")"#, #"request.headers.exists(name, name == "x-a")"#,
        #"link.payload == "https://www.example.com/a""#, #"link.payload.startsWith("https://www.example.com/b")"#,
        #"device.platform == "android""#, "device.bot", "app.registered",
    ]

    private static func condition(_ random: inout SplitMix64) -> String {
        let parts = (0...Int(random.next() % 3)).map { _ in
            (random.next() % 4 == 0 ? "!" : "") + "(\(tests[Int(random.next() % UInt64(tests.count))]))"
        }
        return parts.joined(separator: random.next() % 3 == 0 ? " || " : " && ")
    }

    private static let values: [String: [String]] = [
        "x-a": ["1", "2"], "x-b": ["1", "2"], "referer": ["https://r.example/", "https://s.example/"],
        "accept-language": ["hi, en", "en"], "country": ["IN", "US", "FR"], "ip": ["192.0.2.1", "192.0.2.2"],
        "time": ["2026-11-20T11:00:00Z", "2026-11-20T13:00:00Z"],
    ]

    private static func clients(_ random: inout SplitMix64) -> [Client] {
        let agents = [
            Client().agent,
            "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36",
        ]
        return (0..<60).map { _ in
            var client = Client(path: ["a", "b", "c"][Int(random.next() % 3)], agent: agents[Int(random.next() % 2)])
            for (name, values) in values.sorted(by: { $0.key < $1.key }) {
                let choice = Int(random.next() % UInt64(values.count + 1))
                if choice < values.count { client.facts[name] = values[choice] }
            }
            return client
        }
    }

    @Test("a client whose fields are those of another gets what that one got", arguments: [1, 2, 3, 4] as [UInt64])
    func property(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var (kept, shared) = (0, 0)
        for _ in 0..<30 {
            func rules(_ count: Int) -> [Rule] {
                (0..<count).map { _ in (Self.condition(&random), random.next() % 2 == 0 ? 60 : nil) }
            }
            let own = rules(Int(random.next() % 40))
            let evaluator = try Evaluator(Self.ruleSet(own, shared: rules(3) + [(nil, 60)]))
            let clients = Self.clients(&random)
            let answers = try clients.map { try Self.answer(evaluator, $0) }
            for (client, answer) in zip(clients, answers) {
                guard answer.isCached, let names = answer.names else { continue }
                kept += 1
                for (other, found) in zip(clients, answers) {
                    guard other.path == client.path, other.agent == client.agent,
                        names.allSatisfy({ other.facts[$0] == client.facts[$0] })
                    else { continue }
                    shared += 1
                    #expect(found.target == answer.target, "seed \(seed): \(client) and \(other)")
                }
            }
        }
        // The test would pass if no answer were cached, or none shared.
        #expect(kept > 100 && shared > kept)
    }
}
