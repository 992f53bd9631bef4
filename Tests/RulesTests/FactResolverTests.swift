import ByteText
import Expressions
import Links
import Routing
import Rules
import TestSupport
import Testing

/// Expressions over the facts of a request, as evaluated by `eval`.
@Suite("Expressions over facts")
struct FactResolverTests {
    private static let site: JSONValue = [
        "site": "shop", "hosts": ["links.example.com/go"], "authorized_domains": ["www.example.com"],
        "apps": [["android": ["package": "com.example.android", "minimum_version": "12"]]],
        "links": [
            "SHOP":
                "https://links.example.com/go/?link=https%3A%2F%2Fwww.example.com%2Fshop%3Fa%3D1%26a%3D2%26b&apn=com.example.android&utm_campaign=diwali"
        ],
    ]

    private func answer(_ source: String, _ request: [(String, JSONValue)]) throws -> FactResolver.Answer {
        let expression = try FactExpression(source)
        let ruleSet = RuleSet(sites: [], rules: [], patterns: PatternList(), hash: "", alsoConsulted: expression.facts)
        var object = JSONObject()
        for (name, value) in request { object.append(name, value) }
        if object["link"] == nil { object.append("link", "") }
        return try FactResolver(ruleSet).answer(expression, .object(object), now: 1_790_000_000)
    }

    private func text(_ source: String, _ request: [(String, JSONValue)]) throws -> String {
        switch try answer(source, request) {
        case .value(let value): value.literal
        case .unknown(let facts): "unknown: " + facts.map(\.name.description).joined(separator: " ")
        case .failed(let error): "failed: \(error.message)"
        case .refused(let fault): "refused: \(fault.message)"
        }
    }

    @Test(
        "a value has any type, and maps are filled in though no rule asks for them",
        arguments: [
            ("link.payload_path", "\"/shop\""), ("link.payload_query", "{\"a\": \"1\", \"b\": \"\"}"),
            ("link.query[\"ref\"]", "\"qr\""), ("link.utm_campaign", "\"diwali\""), ("has(link.utm_source)", "false"),
            ("app.state", "\"outdated\""), ("bucket(request.ip, \"checkout-b\")", "1"),
            ("device.languages", "[\"de-AT\", \"en\"]"), ("request.headers[\"x-beta\"]", "\"1\""),
            ("request.time.getHours(\"Europe/Berlin\")", "14"),
            ("version(device.browser_version) > version(\"100\")", "true"),
            ("request.country == \"IN\" || device.platform == \"android\"", "true"),
        ])
    func values(source: String, value: String) throws {
        let request: [(String, JSONValue)] = [
            ("link", "https://links.example.com/go/SHOP?ref=qr"), ("site", Self.site), ("ip", "203.0.113.5"),
            (
                "user_agent",
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"
            ),
            ("headers", ["accept-language": "de-AT, en;q=0.5", "x-beta": "1"]), ("time", "2026-07-07T12:00:00Z"),
            ("device", ["app": ["version": "11"]]),
        ]
        #expect(try text(source, request) == value)
    }

    @Test("what a request leaves open is unknown, and named; what decides without it is not")
    func unknown() throws {
        let click: [(String, JSONValue)] = [("link", "https://links.example.com/go/SHOP"), ("site", Self.site)]
        #expect(
            try text("request.country == \"IN\" && request.ip == \"::1\"", click)
                == "unknown: request.ip request.country")
        #expect(try text("request.country == \"IN\" && link.code == \"OTHER\"", click) == "false")
        #expect(try text("request.headers[\"x-beta\"]", click) == "unknown: request.headers")
    }

    @Test("without a link the device and the request have facts, and the link, its app and its site have none")
    func withoutLink() throws {
        #expect(try text("request.country", [("country", "IN")]) == "\"IN\"")
        #expect(try text("device.in_app", [("device", ["in_app": "wechat"])]) == "\"wechat\"")
        #expect(try text("request.headers[\"x-beta\"]", [("headers", ["x-beta": "1"])]) == "\"1\"")
        for source in [
            "link.host", "app.id", "app.registered", "site.name", "request.stage", "link.payload_query",
            "link.payload_is_action",
        ] {
            #expect(try text(source, []) == "unknown: \(source)")
        }
    }

    /// Values in a request of the facts that need no link.
    private static let stated: [[(String, JSONValue)]] =
        ["current", "outdated", "absent", "unknown"].map { (state: JSONValue) in
            [("device", ["platform": "android", "app": ["state": state]])]
        } + [
            [], [("device", ["platform": "android"])],
            [("device", ["platform": "windows", "app": ["state": "absent"]])],
            [("device", ["platform": "ios", "app": ["state": "absent", "version": "3"]])],
            [("stage", "click")], [("device", ["platform": "unknown", "form_factor": "unknown", "in_app": "unknown"])],
        ]

    @Test("an enumeration has the value without a link that it has for a rule, `unknown` included", arguments: stated)
    func enumerations(stated: [(String, JSONValue)]) throws {
        let link: [(String, JSONValue)] = [("link", "https://links.example.com/go/SHOP"), ("site", Self.site)]
        let names = [
            "app.state", "device.platform", "device.form_factor", "device.in_app", "device.store", "device.browser",
        ]
        var sources = names.flatMap { [$0, "\($0) != \"unknown\"", "\($0) in [\"unknown\"]"] }
        sources += ["device.bot_kind", "request.returned_from", "app.state != \"current\""]
        if stated.first?.0 == "stage" { sources.append("request.stage") }
        let values = "[\(sources.map { "string(\($0))" }.joined(separator: ", "))]"
        let alone = try text(values, stated)
        #expect(try alone == text(values, stated + link), "\(values) for \(stated)")
        #expect(!alone.hasPrefix("unknown:"), "\(values) for \(stated)")
    }

    @Test("the state of an app that follows from the link's minimum or its app stays open without a link")
    func stateThatNeedsLink() throws {
        let version: [(String, JSONValue)] = [("device", ["platform": "android", "app": ["version": "11"]])]
        #expect(try text("app.state", version) == "unknown: app.state")
        #expect(try text("app.version", version) == "\"11\"")
        let named: [(String, JSONValue)] = [
            ("device", ["platform": "android", "app": ["id": "com.example.android", "state": "current"]])
        ]
        #expect(try text("app.state", named) == "unknown: app.state")
    }

    @Test("a link that is refused has no facts, and nothing of the last request is left")
    func refused() throws {
        let expression = try FactExpression("link.code")
        let resolver = try FactResolver(
            RuleSet(sites: [], rules: [], patterns: PatternList(), hash: "", alsoConsulted: expression.facts))
        func ask(_ link: String) throws -> FactResolver.Answer {
            try resolver.answer(expression, ["link": .string(link), "site": Self.site], now: 0)
        }
        guard case .value = try ask("https://links.example.com/go/SHOP") else { Issue.record("SHOP is a link"); return }
        guard case .refused(let fault) = try ask("https://unknown.example/") else {
            Issue.record("not refused"); return
        }
        #expect(fault.code == .unknownSite)
        guard case .unknown = try ask("") else { Issue.record("not unknown"); return }
    }

    @Test("a key that is not there fails, as it makes a rule not match")
    func failing() throws {
        let click: [(String, JSONValue)] = [("link", "https://links.example.com/go/SHOP"), ("site", Self.site)]
        #expect(try text("link.payload_query[\"none\"] == \"1\"", click).hasPrefix("failed: no such key"))
    }

    @Test("an expression that does not compile is reported with the place and a suggestion")
    func faults() throws {
        let fault = try #require(throws: FactExpression.Fault.self) { try FactExpression("1 +\n device.plaform") }
        #expect(fault.diagnostics.contains { $0.line == 2 && $0.hint == "did you mean `device.platform`?" })
    }
}
