import ByteText
import Routing
import Rules
import Testing

/// Facts that are not in a request are unknown: a rule that needs one does not match, is reported, and the next one is tried.
@Suite("Undecided rules")
struct UndecidedTests {
    static func site(_ rules: JSONValue) -> JSONValue {
        [
            "site": "example", "hosts": ["example.page.link"], "authorized_domains": ["www.example.com"],
            "apps": [["android": ["package": "com.example.android"]]], "rules": rules,
        ]
    }

    static func rule(_ name: String, _ when: String?, _ then: JSONValue) -> JSONValue {
        .object(["name": .string(name), "when": when.map { .string($0) }, "then": then, "because": "Test"])
    }

    static func decide(_ rules: JSONValue, _ more: KeyValuePairs<String, JSONValue> = [:]) throws -> JSONValue {
        var request = JSONObject()
        request.append(
            "link", "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fp&apn=com.example.android")
        request.append("site", site(rules))
        for (name, value) in more { request.append(name, value) }
        return try Decided.by(.object(request))
    }

    /// A condition, and the part of a request that makes it true.
    struct Unknown: Sendable, CustomStringConvertible {
        var description: String
        var holding: (String, JSONValue)
    }

    static let unknowns: [Unknown] = [
        Unknown(description: #"request.country == "IN""#, holding: ("country", "IN")),
        Unknown(description: #"request.country != "DE""#, holding: ("country", "IN")),
        Unknown(description: #"!(request.country in ["DE", "FR"])"#, holding: ("country", "IN")),
        Unknown(description: #"request.ip == "203.0.113.9""#, holding: ("ip", "203.0.113.9")),
        Unknown(
            description: #"request.time > timestamp("2026-01-01T00:00:00Z")"#, holding: ("time", "2026-11-20T12:00:00Z")
        ),
        Unknown(
            description: #"request.referer.startsWith("https://news.")"#,
            holding: ("headers", ["Referer": "https://news.example/"])),
        Unknown(description: #""x-a" in request.headers"#, holding: ("headers", ["X-A": "1"])),
        Unknown(
            description: #""hi-IN" in device.languages"#, holding: ("headers", ["Accept-Language": "hi-IN, en;q=0.5"])),
        Unknown(
            description: #"version(device.os_version) >= version("14")"#,
            holding: ("device", ["platform": "android", "os_version": "14"])),
        Unknown(
            description: #"version(device.browser_version) >= version("142")"#,
            holding: ("device", ["platform": "android", "browser": "firefox", "browser_version": "142.0"])),
        Unknown(
            description: #"version(app.version) >= version("1.10")"#,
            holding: ("device", ["platform": "android", "app": ["version": "1.11"]])),
    ]

    static let rulesAfter: JSONValue = rule("next", nil, ["continue_redirect": ["to": "https://www.example.com/next"]])

    @Test("a condition that is unknown is told, and the next rule decides", arguments: unknowns)
    func unknown(fact: Unknown) throws {
        let rules: JSONValue = [
            Self.rule("asks", fact.description, ["continue_redirect": ["to": "https://www.example.com/asks"]]),
            Self.rulesAfter,
        ]
        let without = try Self.decide(rules)
        #expect(without["undecided"] == ["site/asks"], "\(without.text)")
        #expect(without["target"] == "https://www.example.com/next")
        let with = try Self.decide(rules, [fact.holding.0: fact.holding.1])
        #expect(with["undecided"] == [], "\(with.text)")
        #expect(with["target"] == "https://www.example.com/asks", "\(with.text)")
    }

    @Test("what is known decides without what is not")
    func partlyKnown() throws {
        for (when, target) in [
            (#"request.country == "IN" || link.host == "example.page.link""#, "asks"),
            (#"link.host == "example.page.link" || request.country == "IN""#, "asks"),
            (#"request.country == "IN" && link.host == "other.page.link""#, "next"),
            (#"link.host == "other.page.link" && request.country == "IN""#, "next"),
        ] {
            let rules: JSONValue = [
                Self.rule("asks", when, ["continue_redirect": ["to": "https://www.example.com/asks"]]), Self.rulesAfter,
            ]
            let decision = try Self.decide(rules)
            #expect(decision["undecided"] == [], "\(when)")
            #expect(decision["target"]?.string == "https://www.example.com/" + target, "\(when)")
        }
    }

    @Test("an enumeration is never unknown: it holds the word")
    func enumerations() throws {
        let rules: JSONValue = [
            Self.rule(
                "asks", #"device.platform != "android" && app.state != "current""#,
                ["continue_redirect": ["to": "https://www.example.com/asks"]]),
            Self.rulesAfter,
        ]
        let decision = try Self.decide(rules)
        #expect(decision["undecided"] == [])
        #expect(decision["target"] == "https://www.example.com/asks")
    }

    @Test("the page of a decision is set by the first rule that matches")
    func overlays() throws {
        let rules: JSONValue = [
            Self.rule("unknown-page", #"request.country == "IN""#, ["page": "debug"]),
            Self.rule("not-this", "false", ["page": "static"]),
            Self.rule("first-page", nil, ["page": "interstitial"]),
            Self.rule("second-page", nil, ["page": "social", "cache": 60]),
            Self.rulesAfter,
        ]
        let decision = try Self.decide(rules)
        #expect(decision["page"] == "interstitial")
        #expect(decision["rule"] == "site/next")
        #expect(decision["undecided"] == ["site/unknown-page"])
        #expect(decision["target"] == "https://www.example.com/next")
        let inIndia = try Self.decide(rules, ["country": "IN"])
        #expect(inIndia["page"] == "debug")
    }

    @Test("a rule's own page gives way to one that was set before")
    func overlayBeforeOwnPage() throws {
        let rules: JSONValue = [
            Self.rule("overlay", nil, ["page": "interstitial"]),
            Self.rule("decides", nil, ["continue_redirect": ["to": "https://www.example.com/next"], "page": "static"]),
        ]
        let decision = try Self.decide(rules)
        #expect(decision["page"] == "interstitial")
        #expect(decision["target"] == "https://www.example.com/next")
    }

    @Test("undecided rules are those of this click, in their order")
    func order() throws {
        let resolver = try RequestResolver(Checkout.ruleSet)
        let site = Self.site([
            Self.rule("a", #"request.country == "IN""#, "continue_redirect"),
            Self.rule("b", #"request.ip == "1""#, "continue_redirect"), Self.rulesAfter,
        ])
        let link = JSONValue.string("https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fp")
        let first = try resolver.resolve(["link": link, "site": site], now: nil)
        #expect(first["undecided"] == ["site/a", "site/b"])
        let second = try resolver.resolve(["link": link, "site": site, "country": "DE"], now: nil)
        #expect(second["undecided"] == ["site/b"])
        let refused = try resolver.resolve(["link": "https://example.page.link/", "site": site], now: nil)
        #expect(refused["undecided"] == [])
    }

    @Test("a condition that fails does not match and is not undecided")
    func failing() throws {
        let rules: JSONValue = [
            Self.rule(
                "fails", #"link.query["nothing"] == "1""#, ["continue_redirect": ["to": "https://www.example.com/asks"]]
            ), Self.rulesAfter,
        ]
        let decision = try Self.decide(rules)
        #expect(decision["undecided"] == [])
        #expect(decision["rule"] == "site/next")
    }

    /// Regression: `https://www.example.com/{request.country}/x` became `https://www.example.com//x` if the country was unknown.
    @Test(
        "a rule that would insert an unknown fact is undecided, in every place",
        arguments: [
            ["continue_redirect": ["to": "https://www.example.com/{request.country}/x"]],
            ["app_open": ["url": "https://www.example.com/?c={request.country}"]],
            ["app_open": ["fallback": ["continue_redirect": ["to": "https://www.example.com/{request.country}"]]]],
            ["store_install": ["referrer": "c={request.country}"]],
        ] as [JSONValue])
    func insertsUnknown(then: JSONValue) throws {
        let rules: JSONValue = .array([Self.rule("inserts", nil, then), Self.rulesAfter])
        let device: JSONValue = ["platform": "android", "app": ["state": "current"]]
        let open = try Self.decide(rules, ["device": device])
        #expect(open["undecided"]?.array?.compactMap(\.string).map { $0.hasSuffix("/inserts") } == [true])
        #expect(open["target"]?.string == "https://www.example.com/next")
        let known = try Self.decide(rules, ["device": device, "country": "IN"])
        #expect(known["undecided"]?.array?.isEmpty == true)
        #expect(known["rule"]?.string?.hasSuffix("/inserts") == true)
    }
}
