import ByteText
import Expressions
import Links
import Routing
import Testing

/// The index leaves out only rules that say no: what it finds is what trying every rule in order finds.
@Suite struct RuleIndexTests {
    /// Conditions are put together from these, so that they share facts and constants and clicks hit them.
    private static let tests = [
        #"link.payload == "https://www.example.com/a""#, #"link.payload == "https://www.example.com/b""#,
        #"link.payload.startsWith("https://www.example.com/")"#,
        #"link.payload.startsWith("https://www.example.com/a")"#,
        #"link.payload in ["https://www.example.com/a", "https://www.example.com/c"]"#, #"link.efr == """#,
        #"link.efr != "1""#, "has(link.afl)", #"device.platform == "android""#,
        #"device.platform in ["ios", "ipados", "windows"]"#, #"device.platform != "ios""#, "device.bot",
        "app.registered", #"app.state == "current""#, #"request.country == "IN""#,
        #"request.country in ["US", "IN"]"#, #"request.stage == "click""#, "link.install",
        #"version(app.version) < version("12")"#, #""hi" in device.languages"#, #"link.host.endsWith("link")"#,
    ]

    private static func condition(_ random: inout SplitMix64, depth: Int = 0) -> String {
        let choice = Int(random.next() % 10)
        if depth > 2 || choice < 5 { return tests[Int(random.next() % UInt64(tests.count))] }
        if choice == 5 { return "!(\(condition(&random, depth: depth + 1)))" }
        let operation = choice < 9 ? " && " : " || "
        let parts = (0..<2 + Int(random.next() % 2)).map { _ in "(\(condition(&random, depth: depth + 1)))" }
        return parts.joined(separator: operation)
    }

    private static func rules(_ random: inout SplitMix64, _ patterns: inout PatternList) -> [RuleDefinition] {
        (0..<Int(random.next() % 60)).map { number in
            let source = condition(&random)
            let compiled = Condition.compile(source, schema: FactName.schema, patterns: &patterns)
            // Most rules only set something, so that many are tried before one decides.
            let decides = random.next() % 4 == 0
            return RuleDefinition(
                id: "r\(number)", because: "It is random.", condition: source, program: compiled.condition,
                action: ActionDefinition(
                    outcome: decides ? .continueRedirect(to: nil) : nil, status: decides ? nil : 307))
        }
    }

    private static func site(_ rules: [RuleDefinition]) -> SiteDefinition {
        var site = SiteDefinition(name: "random")
        site.hosts = ["random.page.link"]
        site.urlPolicy = .any
        site.apps = [AppDefinition(store: .android, id: "com.example.android")]
        site.rules = rules
        return site
    }

    private static let clicks: [JSONValue] = ["a", "b", "c", "ab", "?"].flatMap { path in
        [("android", "current"), ("android", "absent"), ("ios", "unknown"), ("windows", "unknown")].flatMap {
            platform, state in
            [JSONValue.null, "IN", "US", "DE"].map { country in
                [
                    "link": .string(
                        "https://random.page.link/?link=https%3A%2F%2Fwww.example.com%2F\(path)&apn=com.example.android"
                            + (path == "b" ? "&efr=1&afl=https%3A%2F%2Fwww.example.com%2Fafl" : "")),
                    "device": ["platform": .string(platform), "app": ["state": .string(state)]],
                    "country": country,
                    "headers": country == "IN" ? ["accept-language": "hi, en"] : .null,
                ] as JSONValue
            }
        }
    }

    @Test("random rules: the index decides what trying all rules decides", arguments: [1, 2, 3, 20261121] as [UInt64])
    func agreesWithAScan(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<25 {
            var patterns = PatternList()
            let shared = Self.rules(&random, &patterns)
            let own = Self.rules(&random, &patterns)
            let ruleSet = RuleSet(sites: [Self.site(own)], rules: shared, patterns: patterns, hash: "random")
            let evaluator = try Evaluator(ruleSet)
            for click in Self.clicks { try compare(evaluator, click, seed) }
        }
    }

    private func compare(_ evaluator: Evaluator, _ click: JSONValue, _ seed: UInt64) throws {
        var arena = ByteArena()
        var request = ClickRequest()
        _ = try ClickRequestReader().read(click, into: &request, &arena)
        let (decision, traces) = evaluator.explain(request, in: &arena)
        let decided = traces.first { $0.result == .decides }?.rule
        let tried = traces.prefix { $0.result != .decides }
        let rule = decision.rule
        let undecided = evaluator.undecided
        #expect(rule == decided, "seed \(seed): \(click.text)")
        #expect(undecided == tried.filter { $0.result == .undecided }.map(\.rule), "seed \(seed): \(click.text)")
        let sets = tried.contains { $0.result == .sets }
        if decided != nil { #expect(decision.status == (sets ? 307 : 302), "seed \(seed): \(click.text)") }
    }
}
