import ByteText
import Configuration
import EdgeMap
import LinkStore
import Links
import Routing
import Rules
import TestSupport
import Testing

@Suite("Links that a proxy can answer")
struct LinkExporterTests {
    /// Links that are there at any time.
    private final class Targets: ShortLinks {
        private let targets: [String: String]

        init(_ targets: [String: String]) { self.targets = targets }

        func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
            guard let target = targets[arena.string(key)] else { return .refused(.unknownLink) }
            return .found(longLink: arena.append(target), id: 1)
        }
    }

    private static func site(_ members: String = "", rules: String = "") -> String {
        """
        {"site": "example", "hosts": ["a.page.link", "b.example.com/go"], \(members.isEmpty ? "" : members + ", ")
         "apps": [{"android": {"package": "com.example.android"}},
                  {"ios": {"bundle": "com.example.ios", "app_store_id": "1234567"}}],
         "handler": "https://example-app.firebaseapp.com/__/auth/action", "authorized_domains": ["www.example.com"],
         "links": {"Filed": "https://www.example.com/filed"}, "rules": [\(rules)]}
        """
    }

    /// The site's rules and the shipped ones.
    private static func ruleSet(_ site: String) throws -> RuleSet {
        let folder = try RulesFolder(site: site)
        return try ruleSet(in: folder.path)
    }

    /// Only the site's rules, which load faster.
    private static func ruleSet(_ site: String, alone isAlone: Bool) throws -> RuleSet {
        guard isAlone else { return try ruleSet(site) }
        let folder = try ScratchFolder()
        try folder.file("sites/site.yaml", site)
        return try ruleSet(in: folder.path)
    }

    private static func ruleSet(in folder: String) throws -> RuleSet {
        let loaded = try RuleDirectory.load(path: folder)
        try #require(!loaded.hasErrors, "\(loaded.diagnostics.map(\.rendered))")
        return RuleSet(loaded)
    }

    /// The entry of a link with a target, or the reason for which it stays.
    private static func result(
        _ target: String = "https://www.example.com/x", _ site: String = site(), _ format: MapFormat = .haproxyMap,
        code: String = "Code", alone isAlone: Bool = false, change: (inout LinkRecord) -> Void = { _ in }
    ) throws -> Result<MapEntry?, StayReason> {
        let key = try #require(LinkKey(domain: "a.page.link", code: code))
        let exporter = try LinkExporter(
            try ruleSet(site, alone: isAlone), shortLinks: Targets([key.text: target]), format, at: 1_795_000_000)
        var record = LinkRecord(key: key, longLink: target, created: 0)
        change(&record)
        return result { () throws(StayReason) in try exporter.entry(for: record) }
    }

    private static func result(_ make: () throws(StayReason) -> MapEntry?) -> Result<MapEntry?, StayReason> {
        do throws(StayReason) { return .success(try make()) } catch { return .failure(error) }
    }

    private static func exported(_ location: String, _ status: Int = 302) -> Result<MapEntry?, StayReason> {
        .success(MapEntry(key: "a.page.link/Code", location: location, status: status))
    }

    private static func rule(_ when: String, _ then: String) -> String {
        #"{"name": "own", "when": \#(JSONValue.string(when).text), "then": \#(then), "because": "Tested."}"#
    }

    @Test("are plain links and Dynamic Links without apps, by the shipped rules")
    func plain() throws {
        #expect(try Self.result() == Self.exported("https://www.example.com/x"))
        #expect(
            try Self.result("https://a.page.link/?link=https%3A%2F%2Fwww.example.com%2Fy%3Fq%3D1")
                == Self.exported("https://www.example.com/y?q=1"))
        #expect(try Self.result { $0.isArchived = true } == Self.exported("https://www.example.com/x"))
        #expect(try Self.result { $0.tags = ["a"] } == Self.exported("https://www.example.com/x"))
    }

    @Test(
        "are not those that open an app, or lead elsewhere on some platform",
        arguments: [
            "apn=com.example.android", "ibi=com.example.ios", "ibi=com.example.ios&isi=1234567&efr=1",
            "ofl=https://www.example.com/desktop", "ifl=https://www.example.com/iphone",
            "ipfl=https://www.example.com/ipad",
            "st=Title", "d=1",
        ])
    func apps(_ parameters: String) throws {
        let result = try Self.result("https://a.page.link/?link=https://www.example.com/x&\(parameters)")
        guard case .failure(.rule) = result else { return #expect(Bool(false), "\(parameters): \(result)") }
    }

    @Test("are not those with a time, a limit, a warning or another state")
    func fields() throws {
        #expect(try Self.result { $0.starts = 1 } == .failure(.field(.starts)))
        #expect(try Self.result { $0.expires = 2_000_000_000 } == .failure(.field(.expires)))
        #expect(try Self.result { $0.maximumClicks = 5 } == .failure(.field(.maximumClicks)))
        #expect(try Self.result { $0.clicksPerSecond = 5 } == .failure(.field(.clicksPerSecond)))
        #expect(try Self.result { $0.isDisabled = true } == .failure(.field(.isDisabled)))
        #expect(try Self.result { $0.isUnsafe = true } == .failure(.field(.isUnsafe)))
    }

    @Test("are not those that are refused, or contain a code")
    func refused() throws {
        #expect(try Self.result("https://www.example.net/x") == .failure(.refused("url-pattern-mismatch")))
        let action = "https://example-app.firebaseapp.com/__/auth/action?mode=resetPassword%26oobCode=ABC%26apiKey=KEY"
        #expect(try Self.result("https://a.page.link/?link=\(action)") == .failure(.secret))
        #expect(try Self.result("https://www.example.com/x?email=a%40example.com") == .failure(.secret))
    }

    @Test(
        "depend on no rule that reads more than the link, even one that is not true for most clicks",
        arguments: [
            #"device.bot"#, #"device.platform == "harmonyos""#, #"device.in_app == "wechat""#,
            #"request.country == "IN""#,
            #"request.time > timestamp("2030-01-01T00:00:00Z")"#, #"request.referer.startsWith("https://r.example/")"#,
            #"request.headers["x-a"] == "1""#, #"bucket(request.ip, "a") < 1"#, #""hi" in device.languages"#,
            #"app.state == "current""#, #"device.browser == "firefox""#,
        ])
    func facts(_ when: String) throws {
        func result(_ when: String, _ then: String) throws -> Result<MapEntry?, StayReason> {
            let last = #"{"name": "last", "when": "true", "then": "continue_redirect", "because": "Tested."}"#
            return try Self.result(
                "https://www.example.com/x", Self.site(rules: Self.rule(when, then) + ", " + last), alone: true)
        }
        let elsewhere = #"{"continue_redirect": {"to": "https://www.example.com/own"}}"#
        #expect(try result(when, elsewhere) == .failure(.rule("sites/site/own")))
        // A rule that leads to the same address does not matter, nor one that is false for the link.
        #expect(try result(when, #""continue_redirect""#) == Self.exported("https://www.example.com/x"))
        #expect(
            try result(#"link.code == "Other" && (\#(when))"#, elsewhere) == Self.exported("https://www.example.com/x"))
    }

    @Test("have the address, status and caching of the rules")
    func actions() throws {
        func result(_ when: String, _ then: String, _ format: MapFormat = .haproxyMap) throws -> Result<
            MapEntry?, StayReason
        > {
            try Self.result(
                "https://www.example.com/x",
                Self.site(#""options": {"debug_pages": false}"#, rules: Self.rule(when, then)), format)
        }
        let own = #"{"continue_redirect": {"to": "https://www.example.com/own/{link.code}"}}"#
        #expect(try result(#"link.code == "Code""#, own) == Self.exported("https://www.example.com/own/Code"))
        let agent = #"{"continue_redirect": {"to": "https://www.example.com/own?v={device.browser_version}"}}"#
        #expect(try result("true", agent) == .failure(.rule("sites/site/own")))
        let permanent = #"{"continue_redirect": {}, "status": 307}"#
        #expect(try result("true", permanent) == .failure(.status(307)))
        #expect(try result("true", permanent, .cloudflare) == Self.exported("https://www.example.com/x", 307))
        #expect(try result("device.bot", permanent, .cloudflare) == .failure(.rule("sites/site/own")))
        #expect(
            try result("device.bot", #"{"status": 307}"#, .cloudflare)
                == .failure(.rule("firebase/dynamic-link/elsewhere")))
        #expect(try result("true", #"{"cache": "no-store"}"#) == .failure(.uncacheable))
        #expect(try result("device.bot", #"{"cache": "no-store"}"#) == .failure(.rule("sites/site/own")))
        #expect(try result("device.bot", #"{"page": "interstitial"}"#) == .failure(.rule("sites/site/own")))
    }

    @Test("depend on the site's treatment of queries if the format answers them")
    func queries() throws {
        let location = "https://www.example.com/x"
        let open = #""options": {"debug_pages": false}"#
        let passing = #""options": {"debug_pages": false, "pass_through": true}"#
        #expect(
            try Self.result(location, Self.site(), .cloudflare) == .failure(.rule("firebase/dynamic-link/debug-page")))
        #expect(try Self.result(location, Self.site(open), .cloudflare) == Self.exported(location))
        #expect(try Self.result(location, Self.site(passing), .cloudflare) == .failure(.query))
        #expect(
            try Self.result(location, Self.site(open + #", "pass_parameters": ["gclid"]"#), .cloudflare)
                == .failure(.query))
        #expect(try Self.result(location, Self.site(passing)) == Self.exported(location))
        let query = Self.rule(#""x" in link.query"#, #"{"continue_redirect": {"to": "https://www.example.com/own"}}"#)
        #expect(
            try Self.result(location, Self.site(open, rules: query), .cloudflare) == .failure(.rule("sites/site/own")))
        #expect(try Self.result(location, Self.site(open, rules: query)) == Self.exported(location))
        let returned = Self.rule(
            #"request.returned_from == "intent""#, #"{"continue_redirect": {"to": "https://www.example.com/own"}}"#)
        #expect(
            try Self.result(location, Self.site(open, rules: returned), .cloudflare)
                == .failure(.rule("sites/site/own")))
        #expect(try Self.result(location, Self.site(open, rules: returned)) == Self.exported(location))
        // Netlify passes queries on, and apps could not resolve links.
        #expect(try Self.result(location, Self.site(passing), .netlify) == .failure(.apps))
        let plain = #"{"site": "a", "hosts": ["a.page.link"], "authorized_domains": ["www.example.com"], \#(passing)}"#
        #expect(try Self.result(location, plain, .netlify) == Self.exported(location))
        #expect(try Self.result(location + "?q=1", plain, .netlify) == .failure(.notation))
        #expect(try Self.result(location, plain.replacing("true", with: "false"), .netlify) == .failure(.query))
    }

    @Test("are not on sites with limits, nor at addresses that the front or clients treat differently")
    func places() throws {
        #expect(
            try Self.result("https://www.example.com/x", Self.site(#""limits": {"clicks_per_second": 9}"#))
                == .failure(.siteLimit))
        for code in ["robots.txt", "a+b", "qr.svg"] {
            #expect(try Self.result(code: code) != Self.exported("https://www.example.com/x"), "\(code)")
            guard case .failure = try Self.result(code: code) else { return #expect(Bool(false), "\(code)") }
        }
    }

    @Test("in site files are exported for each link domain, and take precedence")
    func files() throws {
        let exporter = try LinkExporter(
            try Self.ruleSet(Self.site()), shortLinks: Targets(["a.page.link/Filed": "https://www.example.com/stored"]),
            .nginxMap, at: 0)
        #expect(exporter.keysInFiles == ["a.page.link/Filed", "b.example.com/go/Filed"])
        for key in exporter.keysInFiles {
            #expect(
                try exporter.entry(forFileKey: key) == MapEntry(key: key, location: "https://www.example.com/filed"))
        }
        let key = try #require(LinkKey("a.page.link/Filed"))
        #expect(try exporter.entry(for: LinkRecord(key: key, longLink: "", created: 0)) == nil)
    }

    @Test("are only one of those that nginx can't distinguish, which differ in case")
    func otherCase() throws {
        let keys = ["a.page.link/Code", "a.page.link/code"].compactMap { LinkKey($0) }
        for format in [MapFormat.nginxMap, .haproxyMap] {
            let links = Targets([
                "a.page.link/Code": "https://www.example.com/1", "a.page.link/code": "https://www.example.com/2",
            ])
            let exporter = try LinkExporter(try Self.ruleSet(Self.site()), shortLinks: links, format, at: 0)
            let results = keys.map { key in
                Self.result { () throws(StayReason) in
                    try exporter.entry(for: LinkRecord(key: key, longLink: "", created: 0))
                }
            }
            #expect(results[0] == Self.exported("https://www.example.com/1"))
            #expect(results[1] == .failure(.otherCase) || format == .haproxyMap, "\(results)")
        }
    }
}
