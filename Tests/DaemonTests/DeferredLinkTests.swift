import ByteText
import EventSpool
import Foundation
import LinkStore
import Pages
import Routing
import Settings
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// Deferred links: the token that a click passes through the store, and the response to the app that sends it.
@Suite("deferred links, in memory")
struct DeferredLinkTests {
    private static let key = Array("a page key for tests, long enough".utf8)
    private static let secret = "fpt_all"

    /// - Parameter deferred: The site's `deferred` settings; `nil` for none.
    private static func daemon(
        deferred: String? = "{}", keys: [[UInt8]] = [key], isStoring: Bool = true
    ) throws -> DaemonInMemory {
        try DaemonInMemory(
            SiteRules.ruleSet(of: site(deferred)), isStoring: isStoring, tokens: [("all", secret, [])],
            trusting: ["127.0.0.1"], pageTokens: PageTokens(PageKeys(secrets: keys)))
    }

    /// The site of the parity cases with `deferred` settings and an additional rule before its own.
    private static func site(_ deferred: String?, rule: String = "") -> String {
        let stated = deferred.map { #""deferred": \#($0), "rules": ["# } ?? #""rules": ["#
        return ParityCase.site.replacing(#""rules": ["#, with: stated + rule)
    }

    private static let android = ["User-Agent": Agents.android]

    /// Creates a short link and returns its path. `parameters` are added to the long link's payload and app.
    private static func makeLink(
        _ daemon: DaemonInMemory, _ parameters: String = "", more: String = ""
    ) throws -> String {
        let long =
            "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fshoes%3Fa%3D1&apn=com.example.android&amv=12"
            + parameters
        let made = try daemon.ask(
            "POST", "/v1/links", #"{"domain": "example.page.link", "long_link": "\#(long)"\#(more)}"#, token: secret)
        try #require(made.status == 201, "\(made.body)")
        let link = try #require(made.json?["link"]?.string)
        return String(link.dropFirst("https://example.page.link".count))
    }

    /// The URL of Google Play in a `Location`, either plain or within an `intent:` URI.
    private static func playAddress(_ answer: HTTPAnswer) throws -> URLComponents {
        var location = try #require(answer["Location"])
        if location.hasPrefix("intent:") {
            let start = try #require(location.firstRange(of: "S.browser_fallback_url=")).upperBound
            location = try #require(String(location[start...].dropLast(";end".count)).removingPercentEncoding)
        }
        return try #require(URLComponents(string: location))
    }

    private static func referrer(_ answer: HTTPAnswer) throws -> String? {
        try playAddress(answer).queryItems?.first { $0.name == "referrer" }?.value
    }

    private static func resolve(
        _ daemon: DaemonInMemory, _ name: String, _ value: String
    ) throws -> HTTPAnswer {
        daemon.now += 1
        return try daemon.ask(
            .front, "/v1/resolve", method: "POST", host: "example.page.link", #"{"\#(name)": "\#(value)"}"#)
    }

    private static let none =
        #"{"method":"none","confidence":"none","link":null,"payload":null,"minimum_version":null,"parameters":{}}"#
        + "\n"

    @Test("a click carries a token through the store, and the app learns where it led")
    func wholeWay() throws {
        let daemon = try Self.daemon()
        let path = try Self.makeLink(daemon)
        let answer = try daemon.click(path, fields: Self.android)
        #expect(answer.status == 302)
        let referrer = try #require(try Self.referrer(answer))
        #expect(referrer.hasPrefix("fp_token=fp1."))
        let resolved = try Self.resolve(daemon, "referrer", referrer)
        #expect(resolved.status == 200)
        #expect(
            resolved.body == """
                {"method":"referrer","confidence":"exact","link":"https://example.page.link\(path)",\
                "payload":"https://www.example.com/shoes?a=1","minimum_version":"12","parameters":{}}

                """)
        #expect(resolved["Cache-Control"] == "no-store")
        #expect(resolved["Set-Cookie"] == nil)
    }

    @Test("the campaign stays in the referrer, before the token, and is answered")
    func campaign() throws {
        let daemon = try Self.daemon()
        let path = try Self.makeLink(daemon, "&utm_source=mail%20a%26b&utm_medium=m")
        let referrer = try #require(try Self.referrer(try daemon.click(path, fields: Self.android)))
        #expect(referrer.hasPrefix("utm_source=mail%20a%26b&utm_medium=m&fp_token=fp1."))
        let parameters = try Self.resolve(daemon, "referrer", referrer).json?["parameters"]
        #expect(parameters == ["utm_source": "mail a&b", "utm_medium": "m"])
    }

    @Test("without the site's word or without a key, links are as they were, byte for byte")
    func parity() throws {
        let asked = try Self.daemon(deferred: nil)
        for (deferred, keys) in [(nil, [Self.key]), ("{}", []), ("{once: false}", [])] as [(String?, [[UInt8]])] {
            let daemon = try Self.daemon(deferred: deferred, keys: keys)
            let links = [
                "/WXYZ", "/?link=https%3A%2F%2Fwww.example.com%2Fp&apn=com.example.android",
                "/?link=https%3A%2F%2Fwww.example.com%2Fp&apn=com.example.android&utm_source=x",
            ]
            for link in links {
                let expected = try asked.click(link, fields: Self.android)
                let answer = try daemon.click(link, fields: Self.android)
                #expect(answer["Location"] == expected["Location"] && answer.body == expected.body)
                #expect(answer["Location"]?.contains("fp_token") == false)
            }
        }
    }

    @Test("what asks without a click gets no token: the decision API, and the log")
    func hypothetical() throws {
        let daemon = try Self.daemon()
        let answer = try daemon.decide(
            #"{"link": "https://example.page.link/WXYZ", "device": {"platform": "android"}}"#)
        #expect(answer.body.contains("play.google.com") && !answer.body.contains("fp_token"))
    }

    @Test("each click has its own token, remembered decisions or not")
    func everyClick() throws {
        let daemon = try Self.daemon()
        let path = try Self.makeLink(daemon)
        let referrers = try (0..<5).map { _ in try Self.referrer(try daemon.click(path, fields: Self.android)) ?? "" }
        #expect(Set(referrers).count == 5)
        for referrer in referrers {
            #expect(try Self.resolve(daemon, "referrer", referrer).json?["confidence"] == "exact")
        }
    }

    @Test("a proxy's redirect carries a token, too")
    func proxies() throws {
        let daemon = try Self.daemon()
        let path = try Self.makeLink(daemon)
        let answer = try daemon.ask(
            .edge, "/edge/forward", host: "localhost",
            fields: [
                "X-Forwarded-Method": "GET", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "example.page.link",
                "X-Forwarded-Uri": path, "User-Agent": Agents.android,
            ])
        let referrer = try #require(try Self.referrer(answer))
        #expect(try Self.resolve(daemon, "referrer", referrer).json?["confidence"] == "exact")
    }

    @Test("once is once, but for a minute in which a lost answer is asked for again")
    func once() throws {
        let daemon = try Self.daemon()
        let path = try Self.makeLink(daemon)
        let referrer = try #require(try Self.referrer(try daemon.click(path, fields: Self.android)))
        let first = try Self.resolve(daemon, "referrer", referrer)
        daemon.now += 50
        #expect(try Self.resolve(daemon, "referrer", referrer).body == first.body)
        daemon.now += 20
        #expect(try Self.resolve(daemon, "referrer", referrer).body == Self.none)
    }

    @Test("within a window, as often as an app asks; after it, no more")
    func window() throws {
        let daemon = try Self.daemon(deferred: "{days: 2, once: false}")
        let path = try Self.makeLink(daemon)
        let referrer = try #require(try Self.referrer(try daemon.click(path, fields: Self.android)))
        for _ in 0..<3 {
            daemon.now += 50_000
            #expect(try Self.resolve(daemon, "referrer", referrer).json?["confidence"] == "exact")
        }
        daemon.now += 30_000
        #expect(try Self.resolve(daemon, "referrer", referrer).body == Self.none)
    }

    @Test("installs are counted once for a token, by link and day")
    func counts() throws {
        let daemon = try Self.daemon(deferred: "{once: false}")
        let path = try Self.makeLink(daemon)
        for times in [1, 3] {
            let referrer = try #require(try Self.referrer(try daemon.click(path, fields: Self.android)))
            for _ in 0..<times { _ = try Self.resolve(daemon, "referrer", referrer) }
        }
        let link = "example.page.link%2F" + path.dropFirst()
        let counts = try daemon.ask("GET", "/v1/links/\(link):counts", token: Self.secret)
        #expect(counts.body.contains(#""platform":"android","event":"install_claim","count":2"#), "\(counts.body)")
        let stats = try daemon.ask("GET", "/v1/https%3A%2F%2F\(link)/linkStats", token: Self.secret)
        #expect(
            stats.body.contains(#"{"platform":"ANDROID","event":"INSTALL_CLAIMED","count":"2"}"#), "\(stats.body)")
    }

    @Test(
        "an app that learns where a click led makes an event, with or without a store; one that learns nothing makes none"
    )
    func events() throws {
        for isStoring in [true, false] {
            let folder = try ScratchFolder()
            let daemon = try DaemonInMemory(
                SiteRules.ruleSet(of: Self.site("{once: false}")), isStoring: isStoring,
                tokens: [("all", Self.secret, [])], trusting: ["127.0.0.1"],
                pageTokens: PageTokens(PageKeys(secrets: [Self.key]))
            ) { $0.events.folder = folder.path + "/events" }
            let path =
                isStoring
                ? try Self.makeLink(daemon)
                : "/?link=https%3A%2F%2Fwww.example.com%2Fshoes&apn=com.example.android&amv=12"
            let referrers = try (0..<2).map { _ in
                try #require(try Self.referrer(try daemon.click(path, fields: Self.android)))
            }
            for referrer in [referrers[0], referrers[0], referrers[1], "fp_token=fp1.none"] {
                _ = try Self.resolve(daemon, "referrer", referrer)
            }
            daemon.finish()
            let spool = EventSpool(folder: folder.path + "/events", limit: 1 << 20)
            let writer = try SpoolWriter(spool)
            defer { withExtendedLifetime(writer) {} }
            let all = spool.read(from: .start, atMost: 100).events
            let events = try all.map { try JSONValue(parsing: $0.span) }.filter { $0["type"]?.string == "resolve" }
            try #require(events.count == 3)
            let claims = events.map { $0["claim"]?.string ?? "" }
            #expect(claims[0] == claims[1] && claims[0] != claims[2] && claims[0].count == 32)
            #expect(events.allSatisfy { $0["method"]?.string == "referrer" && $0["site"]?.string != nil })
            #expect(events.allSatisfy { $0["request_id"]?.string?.isEmpty == false })
            #expect(events[0]["link"]?.string == (isStoring ? "example.page.link" + path : nil))
            #expect(events[0]["url"]?.string?.hasPrefix("https://example.page.link") == true)
        }
    }

    @Test("a link whose last click it was still leads there; a deleted one leads nowhere")
    func usedUp() throws {
        let daemon = try Self.daemon(deferred: "{once: false}")
        let path = try Self.makeLink(daemon, more: #", "max_clicks": 1"#)
        let referrer = try #require(try Self.referrer(try daemon.click(path, fields: Self.android)))
        #expect(try daemon.click(path, fields: Self.android).status == 410)
        #expect(try Self.resolve(daemon, "referrer", referrer).json?["confidence"] == "exact")
        let link = "example.page.link%2F" + path.dropFirst()
        let deleted = try daemon.ask("DELETE", "/v1/links/\(link)", token: Self.secret, fields: ["If-Match": "*"])
        #expect(deleted.status == 204)
        #expect(try Self.resolve(daemon, "referrer", referrer).body == Self.none)
    }

    @Test("a changed token is none, at each of its characters")
    func forgery() throws {
        let daemon = try Self.daemon(deferred: "{once: false}")
        let path = try Self.makeLink(daemon)
        let referrer = try #require(try Self.referrer(try daemon.click(path, fields: Self.android)))
        let token = Array(referrer.dropFirst("fp_token=".count))
        for index in token.indices {
            var changed = token
            changed[index] = changed[index] == "A" ? "B" : "A"
            #expect(try Self.resolve(daemon, "token", String(changed)).body == Self.none)
        }
        for other in [String(token.dropLast()), String(token) + "A", "", "fp1.", "utm_source=google-play"] {
            #expect(try Self.resolve(daemon, "token", other).body == Self.none)
            #expect(try Self.resolve(daemon, "referrer", other).body == Self.none)
        }
        #expect(try Self.resolve(daemon, "token", String(token)).json?["confidence"] == "exact")
    }

    @Test("keys are replaced with an overlap: the first seals, all open")
    func rotation() throws {
        let keys = PageKeys(secrets: [Self.key])
        let daemon = try DaemonInMemory(
            SiteRules.ruleSet(of: Self.site("{once: false}")), isStoring: true, tokens: [("all", Self.secret, [])],
            pageTokens: PageTokens(keys))
        let path = try Self.makeLink(daemon)
        let old = try #require(try Self.referrer(try daemon.click(path, fields: Self.android)))
        keys.replace(secrets: [Array("another key, as long as the first".utf8), Self.key], at: daemon.now)
        let new = try #require(try Self.referrer(try daemon.click(path, fields: Self.android)))
        #expect(try Self.resolve(daemon, "referrer", old).json?["confidence"] == "exact")
        #expect(try Self.resolve(daemon, "referrer", new).json?["confidence"] == "exact")
        keys.replace(secrets: [Array("another key, as long as the first".utf8)], at: daemon.now)
        #expect(try Self.resolve(daemon, "referrer", old).body == Self.none)
        #expect(try Self.resolve(daemon, "referrer", new).json?["confidence"] == "exact")
    }

    @Test("a long link and a link with a code carry none; a referrer stays within its bound")
    func withoutToken() throws {
        let daemon = try Self.daemon(deferred: "{once: false}")
        let path = String(repeating: "x", count: 400)
        let long = "/?link=https%3A%2F%2Fwww.example.com%2F\(path)&apn=com.example.android"
        #expect(try Self.referrer(try daemon.click(long, fields: Self.android)) == nil)
        let secret = "/?link=https%3A%2F%2Fwww.example.com%2F%3FoobCode%3Dabc&apn=com.example.android"
        #expect(try daemon.click(secret, fields: Self.android)["Location"]?.contains("fp_token") == false)
        let made = try Self.makeLink(daemon, "&utm_source=\(String(repeating: "y", count: 1000))")
        #expect(try Self.referrer(try daemon.click(made, fields: Self.android))?.contains("fp_token") == false)
    }

    @Test("bodies are validated strictly, and each client has its own limit")
    func strictness() throws {
        let daemon = try Self.daemon()
        func ask(_ body: String, method: String = "POST", host: String = "example.page.link") throws -> HTTPAnswer {
            daemon.now += 1
            return try daemon.ask(.front, "/v1/resolve", method: method, host: host, body)
        }
        let bad = [
            "", "{}", "[]", #""fp1.x""#, #"{"token": 1}"#, #"{"token": null}"#, #"{"token": "a", "referrer": "b"}"#,
            #"{"token": "a", "token": "a"}"#, #"{"Token": "a"}"#, #"{"token": "a"} x"#,
        ]
        for body in bad { try ask(body).expectError(400, "INVALID_ARGUMENT", naming: " ") }
        let long = String(repeating: "x", count: 5000)
        try ask(#"{"token": "\#(long)"}"#).expectError(413, "INVALID_ARGUMENT", naming: "4096")
        try ask(#"{"token": "x"}"#, host: "elsewhere.example").expectError(404, "NOT_FOUND", naming: "nothing")
        #expect(try ask(#"{"token": "x"}"#, method: "PUT").status == 405)
        #expect(try ask("", method: "GET").status == 404)
        let statuses = try (0..<12).map { _ in
            try daemon.ask(.front, "/v1/resolve", method: "POST", host: "example.page.link", #"{"token": "x"}"#).status
        }
        #expect(statuses.filter { $0 == 429 }.count == 2)
    }

    @Test("without a store, tokens that count once are not made, and those of a window are answered")
    func withoutStore() throws {
        let link = "/?link=https%3A%2F%2Fwww.example.com%2Fp&apn=com.example.android"
        #expect(try Self.referrer(try Self.daemon(isStoring: false).click(link, fields: Self.android)) == nil)
        let daemon = try Self.daemon(deferred: "{once: false}", isStoring: false)
        let referrer = try #require(try Self.referrer(try daemon.click(link, fields: Self.android)))
        #expect(try Self.resolve(daemon, "referrer", referrer).json?["payload"] == "https://www.example.com/p")
    }

    @Test("an answer with a token is no cache's")
    func caching() throws {
        let rule = """
            {"name": "to-the-store", "because": "a test", "when": "device.platform == \\"android\\"",
             "then": {"store_install": {}, "cache": 60}},
            """
        let daemon = try DaemonInMemory(
            SiteRules.ruleSet(of: Self.site("{once: false}", rule: rule)),
            pageTokens: PageTokens(PageKeys(secrets: [Self.key])))
        let answer = try daemon.click("/WXYZ", fields: Self.android)
        #expect(answer["Location"]?.contains("fp_token") == true)
        #expect(answer["Cache-Control"] == "no-store")
    }

    // MARK: - Firebase's SDKs

    private static func attribute(_ daemon: DaemonInMemory, _ operation: String, _ body: String) throws -> HTTPAnswer {
        daemon.now += 1
        return try daemon.ask(.front, "/v1/\(operation)?key=x", method: "POST", host: "example.page.link", body)
    }

    @Test("the SDK's first start: a link of ours is a unique match, whatever the device")
    func installAttribution() throws {
        let daemon = try Self.daemon()
        let path = try Self.makeLink(daemon, "&ibi=com.example.ios&imv=2.0&utm_source=mail")
        let device =
            #""bundleId": "com.example.ios", "iosVersion": "17.4", "device": {"languageCode": "de"}, "visualStyle": 1"#
        let link = #""uniqueMatchLinkToCheck": "https://example.page.link\#(path)""#
        let answer = try Self.attribute(daemon, "installAttribution", "{\(device), \(link)}")
        #expect(answer.status == 200)
        let json = try #require(answer.json)
        #expect(json["deepLink"] == "https://www.example.com/shoes?a=1")
        #expect(json["attributionConfidence"] == "UNIQUE" && json["appMinimumVersion"] == "2.0")
        #expect(json["requestedLink"] == .string("https://example.page.link\(path)"))
        #expect(json["resolvedLink"]?.string?.hasPrefix("https://example.page.link/?link=") == true)
        #expect(json["utmSource"] == "mail" && json["utmMedium"] == nil)
        let others = [
            "", #", "uniqueMatchLinkToCheck": "https://elsewhere.example/x""#, #", "uniqueMatchLinkToCheck": """#,
        ]
        for other in others {
            let none = try #require(try Self.attribute(daemon, "installAttribution", "{\(device)\(other)}").json)
            #expect(none["deepLink"] == nil)
            #expect(none["attributionConfidence"] == "UNKNOWN_ATTRIBUTION_CONFIDENCE")
        }
    }

    @Test("the SDK's first start with a token, which counts once here as well")
    func attributedToken() throws {
        let daemon = try Self.daemon()
        let path = try Self.makeLink(daemon)
        let referrer = try #require(try Self.referrer(try daemon.click(path, fields: Self.android)))
        let body = #"{"uniqueMatchLinkToCheck": "\#(referrer.dropFirst("fp_token=".count))"}"#
        #expect(try Self.attribute(daemon, "installAttribution", body).json?["attributionConfidence"] == "UNIQUE")
        daemon.now += 100
        #expect(try Self.attribute(daemon, "installAttribution", body).json?["deepLink"] == nil)
        #expect(try Self.resolve(daemon, "referrer", referrer).body == Self.none)
    }

    @Test("the SDK's start by a universal link")
    func reopenAttribution() throws {
        let daemon = try Self.daemon(deferred: nil, keys: [])
        let path = try Self.makeLink(daemon, "&ibi=com.example.ios&imv=2.0")
        let body =
            #"{"requestedLink": "https://example.page.link\#(path)", "bundle_id": "com.example.ios", "sdk_version": "9"}"#
        let json = try #require(try Self.attribute(daemon, "reopenAttribution", body).json)
        #expect(json["deepLink"] == "https://www.example.com/shoes?a=1" && json["iosMinAppVersion"] == "2.0")
        #expect(json["attributionConfidence"] == nil)
        let missing = #"{"requestedLink": "https://example.page.link/none"}"#
        #expect(try Self.attribute(daemon, "reopenAttribution", missing).body == "{}\n")
        for bad in ["", "[]", #"{"requestedLink": 1}"#] {
            try Self.attribute(daemon, "reopenAttribution", bad).expectError(400, "INVALID_ARGUMENT", naming: " ")
        }
    }

    @Test("the side for apps answers under any name of the machine")
    func sideForApps() throws {
        let daemon = try Self.daemon()
        let path = try Self.makeLink(daemon)
        let referrer = try #require(try Self.referrer(try daemon.click(path, fields: Self.android)))
        let answer = try daemon.ask(
            .api, "/v1/resolve", method: "POST", host: "api.example.com", #"{"referrer": "\#(referrer)"}"#)
        #expect(answer.json?["confidence"] == "exact")
    }
}
