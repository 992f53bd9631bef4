import ByteText
import Expressions
import Links
import Routing
import TestSupport
import Testing

/// The index omits only rules that do not match: its result equals that of evaluating every rule in order.
@Suite struct RuleIndexTests {
    /// Conditions are built from these, so that they share facts and constants, and clicks match them.
    private static let tests = [
        #"link.payload == "https://www.example.com/a""#, #"link.payload == "https://www.example.com/b""#,
        #"link.payload.startsWith("https://www.example.com/")"#,
        #"link.payload.startsWith("https://www.example.com/a")"#,
        #"link.payload in ["https://www.example.com/a", "https://www.example.com/c"]"#, #"link.efr == """#,
        #"link.efr != "1""#, #"link.efr == "1""#, "has(link.afl)", #"device.platform == "android""#,
        #"device.platform in ["ios", "ipados", "windows"]"#, #"device.platform != "ios""#, "device.bot",
        "app.registered", #"app.state == "current""#, #"request.country == "IN""#,
        #"request.country in ["US", "IN"]"#, #"request.stage == "click""#, "link.install",
        #"version(app.version) < version("12")"#, #""hi" in device.languages"#, #"link.host.endsWith("link")"#,
        #""en" in device.languages"#, #"version(app.version) >= version("2.10")"#,
        #"version(app.version) == version("12.0")"#, #"version(device.os_version) > version("13")"#,
        #"version(link.minimum_version) <= version("3")"#, #"request.time >= timestamp("2026-11-20T12:00:00Z")"#,
        #"request.time < timestamp("2026-11-21T00:00:00Z")"#, #"request.time == timestamp("2026-11-20T12:00:00Z")"#,
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
            // Most rules only set something, so that many are evaluated before one decides.
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

    /// The origin of a click: each has a time, and leaves other facts unknown.
    private struct Origin {
        var country: String?
        var time: String?
        var osVersion: String?
        var languages: String?
    }

    private static let origins = [
        Origin(),
        Origin(country: "IN", time: "2026-11-20T12:00:00Z", languages: "hi, en"),
        Origin(country: "US", time: "2026-11-20T11:59:59Z", osVersion: "13.1", languages: "en"),
        Origin(country: "DE", time: "2026-11-21T00:00:00Z", osVersion: "13"),
    ]

    private static let clicks: [JSONValue] = ["a", "b", "c", "ab", "?"].flatMap { path in
        [("android", "2.9"), ("android", "12"), ("ios", nil), ("windows", "x")].flatMap { platform, version in
            origins.map { click(path, platform, version, $0) }
        }
    }

    private static func click(_ path: String, _ platform: String, _ version: String?, _ origin: Origin) -> JSONValue {
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        let link =
            "https://random.page.link/?link=https%3A%2F%2Fwww.example.com%2F\(path)&apn=com.example.android"
            + (path == "b" ? "&amv=2.10&efr=1&afl=https%3A%2F%2Fwww.example.com%2Fafl" : "")
        let app: JSONValue = ["state": version == nil ? "absent" : "current", "version": text(version)]
        return [
            "link": .string(link),
            "device": ["platform": .string(platform), "os_version": text(origin.osVersion), "app": app],
            "country": text(origin.country), "time": text(origin.time),
            "headers": origin.languages.map { ["accept-language": .string($0)] } ?? .null,
        ]
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
        let (outcome, traces) = evaluator.explain(request, in: &arena)
        let decided = traces.first { $0.result == .decides }?.rule
        let tried = traces.prefix { $0.result != .decides }
        let decision = outcome.decision
        let rule = decision.rule
        let undecided = outcome.undecided.indices(in: arena)
        #expect(rule == decided, "seed \(seed): \(click.text)")
        #expect(undecided == tried.filter { $0.result == .undecided }.map(\.rule), "seed \(seed): \(click.text)")
        let sets = tried.contains { $0.result == .sets }
        if decided != nil { #expect(decision.status == (sets ? 307 : 302), "seed \(seed): \(click.text)") }
    }
}
