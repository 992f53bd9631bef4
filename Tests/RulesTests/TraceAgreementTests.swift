import ByteText
import Configuration
import Expressions
import Links
import Routing
import TestSupport
import Testing

@testable import Rules

/// `explain`, `test --coverage` and `eval` evaluate a condition in three ways. Regression: they disagreed: a negated
/// test had the verdict of its positive form in traces and coverage.
@Suite("Traces, coverage and eval")
struct TraceAgreementTests {
    /// Tests over facts of all kinds, each of which a click may leave unknown.
    private static let tests = [
        #"device.platform == "ios""#, #"device.platform != "ios""#, #"device.platform in ["ios", "android"]"#,
        #"device.in_app == "wechat""#, #"device.in_app != "none""#, #"app.state != "current""#,
        #"app.state == "outdated""#,
        #"request.country == "IN""#, #"request.country != "DE""#, #"!(request.country in ["DE", "AT"])"#,
        #"has(link.utm_campaign)"#, #"!has(link.utm_source)"#, #"link.utm_campaign == "diwali""#,
        #"link.payload_path.startsWith("/shop")"#, #"!link.payload_path.endsWith("p")"#, #"link.payload_is_action"#,
        #"request.headers["x-beta"] == "1""#, #"bucket(request.ip, "salt") < 50"#, #"link.query["ref"] != "qr""#,
        #"version(device.os_version) >= version("17.2")"#, #"request.time.getHours() < 12"#,
    ]

    private static func condition(depth: Int, _ random: inout SplitMix64) -> String {
        if depth == 0 { return tests.randomElement(using: &random)! }
        let inner = { condition(depth: Int.random(in: 0..<depth, using: &$0), &$0) }
        return switch Int.random(in: 0..<5, using: &random) {
        case 0: "!(\(inner(&random)))"
        case 1: "(\(inner(&random))) && (\(inner(&random)))"
        case 2: "(\(inner(&random))) || (\(inner(&random)))"
        case 3: "(\(inner(&random))) ? (\(inner(&random))) : (\(inner(&random)))"
        default: inner(&random)
        }
    }

    private static func pick(_ words: [String], _ random: inout SplitMix64) -> JSONValue {
        .string(words.randomElement(using: &random)!)
    }

    private static func click(_ random: inout SplitMix64) -> JSONObject {
        var device = JSONObject()
        if Bool.random(using: &random) {
            device.append("platform", .string(["ios", "android", "windows"].randomElement(using: &random)!))
            if Bool.random(using: &random) {
                device.append("os_version", .string("17.\(Int.random(in: 0...4, using: &random))"))
            }
        }
        if Bool.random(using: &random) { device.append("in_app", pick(["wechat", "none"], &random)) }
        if Bool.random(using: &random) {
            device.append("app", ["state": .string(["current", "outdated", "absent"].randomElement(using: &random)!)])
        }
        var click = JSONObject()
        click.append(
            "link", .string("https://links.example.com/SHOP" + ["", "?ref=qr"].randomElement(using: &random)!))
        click.append("device", .object(device))
        click.append("time", .string(["2026-07-07T08:00:00Z", "2026-07-07T18:00:00Z"].randomElement(using: &random)!))
        if Bool.random(using: &random) { click.append("country", pick(["IN", "DE"], &random)) }
        if Bool.random(using: &random) { click.append("ip", pick(["203.0.113.5", "198.51.100.77", "::1"], &random)) }
        if Bool.random(using: &random) { click.append("headers", ["x-beta": "1"]) }
        return click
    }

    private static func load(_ sources: [String]) throws -> RuleSet {
        let rules = sources.enumerated().map { index, source in
            "  - {name: r\(index), when: '\(source.replacing("'", with: "''"))', then: {cache: no-store}, because: A}"
        }
        let site = """
            site: shop
            hosts: [links.example.com]
            authorized_domains: [www.example.com]
            apps:
              - android: {package: com.example.android, minimum_version: "12"}
              - ios: {bundle: com.example.ios, app_store_id: "12345678"}
            links:
              SHOP: https://links.example.com/?link=https%3A%2F%2Fwww.example.com%2Fshop&apn=com.example.android&ibi=com.example.ios&utm_campaign=diwali
            """
        let loaded = LoadTests.load(["a.yaml": site, "b.yaml": "rules:\n\(rules.joined(separator: "\n"))\n"])
        try #require(!loaded.hasErrors, "\(loaded.diagnostics.map(\.rendered))")
        return RuleSet(loaded)
    }

    private static func verdict(of source: String, for click: JSONValue, of ruleSet: RuleSet) throws -> String {
        switch try FactResolver(ruleSet).answer(FactExpression(source), click, now: nil) {
        case .value(.bool(let value)): "\(value)"
        case .value(let value): "a value: \(value.literal)"
        case .unknown: "unknown"
        case .failed: "error"
        case .refused(let fault): "refused: \(fault.message)"
        }
    }

    @Test("explain, coverage and eval agree on every test of random conditions")
    func agreement() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("TraceAgreementTests seed \(seed)")
        var random = SplitMix64(seed: seed)
        let sources = (0..<60).map { _ in Self.condition(depth: 3, &random) }
        let ruleSet = try Self.load(sources)
        let resolver = try RequestResolver(ruleSet)
        var seen: [String: Int] = [:]
        for _ in 0..<20 {
            let click = JSONValue.object(Self.click(&random))
            var output: [UInt8] = []
            try resolver.explain(click, now: nil, to: &output)
            let rules = try JSONValue(parsing: output.span)["rules"]?.array ?? []
            var coverage = try CaseCoverage(ruleSet)
            coverage.add(
                RuleCase(
                    id: "f/a", name: "a", request: click, expect: [:], because: nil,
                    location: .init(file: "f", line: 1, column: 1)))
            for (index, rule) in rules.enumerated() {
                let tests = rule["tests"]?.array ?? []
                for test in tests {
                    let source = try #require(test["test"]?.string)
                    let traced = try #require(test["verdict"]?.string)
                    let evaluated = try Self.verdict(of: source, for: click, of: ruleSet)
                    #expect(traced == evaluated, "seed \(seed): \(source) of \(sources[index]) for \(click)")
                    let covered = try #require(coverage.rules[index].tests.first { $0.source == source })
                    let verdicts = Set(
                        tests.filter { $0["test"]?.string == source }.compactMap { $0["verdict"]?.string })
                    #expect(
                        covered.wasTrue == verdicts.contains("true") && covered.wasFalse == verdicts.contains("false"))
                    seen[traced, default: 0] += 1
                }
            }
        }
        #expect(
            (seen["true"] ?? 0) > 50 && (seen["false"] ?? 0) > 50 && (seen["unknown"] ?? 0) > 50,
            "seed \(seed): \(seen)")
    }
}
