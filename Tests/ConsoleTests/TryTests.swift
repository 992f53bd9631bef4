import ByteText
import Configuration
import Foundation
import Outcomes
import Routing
import Rules
import TestSupport
import Testing

@testable import AdminPages
@testable import Access
@testable import Console

/// Trying links in the console.
@Suite("The console tries links")
struct TryTests {
    private static let link = "https://example.page.link/WXYZ"
    private static let secret =
        "https://example.page.link/?link=https://example-app.firebaseapp.com/__/auth/action?mode%3DverifyEmail%26oobCode%3DSECRETCODE%26apiKey%3DSECRETKEY&apn=com.example.android"

    @Test("a link, a device and an app: the decision, the rules, where the person ends, every phone, a case")
    func answer() async throws {
        let console = try ConsoleInMemory()
        let form = ["link": Self.link, "situation": "android/chrome/app", "app": "absent", "country": "in"]
        let text = await console.ask("/try", form).text
        #expect(!text.contains("action=\"/\""))
        #expect(text.contains("app_open") && text.contains("firebase/dynamic-link/android-unknown"))
        #expect(text.contains("At com.example.android in Play"))
        #expect(text.contains("Firefox, typed") && text.contains("installed, host not verified"))
        #expect(text.contains("device.platform") && text.contains("badge good\">decides"))
        #expect(text.contains("<option value=\"android/chrome/app\" selected>Android 14: another app → Chrome"))
        #expect(text.contains("<option value=\"absent\" selected>"))
        let state =
            "link=https%3A%2F%2Fexample.page.link%2FWXYZ&amp;situation=android%2Fchrome%2Fapp&amp;app=absent&amp;country=in"
        #expect(text.contains("data-state=\"\(state)\""))
        let installed = await console.ask("/try", ["link": Self.link, "situation": "iphone/safari/app"]).text
        #expect(installed.contains("In the app com.example.ios"))
        let associated = ParityCase.site.replacing(
            "com.example.ios\", \"app", with: "com.example.ios\", \"team\": \"ABCDE12345\", \"app")
        let tapped = ["link": Self.link, "situation": "iphone/safari/app"]
        #expect(
            await (try ConsoleInMemory(site: associated)).ask("/try", tapped).text.contains("no server is contacted"))
        #expect(!text.contains("no server is contacted"))
    }

    @Test("the answer is a sentence with the target and the rule, before the folded table of phones")
    func sentence() async throws {
        let console = try ConsoleInMemory()
        let text = await console.ask("/try", ["link": Self.link, "situation": "android/chrome/app"]).text
        let answer = try #require(text.range(of: "The link opens the app com.example.android"))
        let table = try #require(text.range(of: "<details class=\"card folded\"><summary><h2 id=\"matrix-heading\">"))
        #expect(answer.lowerBound < table.lowerBound && text.contains("by the rule <code>firebase/"))
        let refused = await console.ask("/try", ["link": "https://example.page.link/?link=https://evil.example/"]).text
        #expect(refused.contains("<strong class=\"bad\">The link is refused</strong>"))
    }

    @Test("a link as lists print it, without its scheme, is tried, by those with a token for its site too")
    func withoutScheme() async throws {
        let console = try ConsoleInMemory()
        try console.become("ann", "sites=example")
        let text = await console.ask("/try", ["link": "example.page.link/WXYZ", "situation": "android/chrome/app"]).text
        #expect(text.contains("app_open") && text.contains("value=\"https://example.page.link/WXYZ\""), "\(text)")
        let other = await console.ask("/try", ["link": "other.page.link/WXYZ"]).text
        #expect(other.contains("Your token is only valid for links of example"))
    }

    @Test("the click's city and network can be given, and the parts that ignore them show that")
    func places() async throws {
        let site = ParityCase.site.replacing(
            #"{"name": "cached""#,
            with: #"""
                {"name": "place", "when": "request.region == \"KA\" && request.city == \"Bengaluru\" && request.asn == 64500",
                 "then": {"continue_redirect": {"to": "https://www.example.com/here"}}, "because": "Here"},
                {"name": "cached"
                """#)
        let console = try ConsoleInMemory(site: site)
        let form = [
            "link": Self.link, "situation": "android/chrome/app", "country": "IN", "region": "KA", "city": "Bengaluru",
            "asn": "as64500",
        ]
        let text = await console.ask("/try", form).text
        #expect(text.contains("https://www.example.com/here") && text.contains("only the decision above uses them"))
        #expect(text.contains("region=KA&amp;city=Bengaluru&amp;asn=as64500"))
        #expect(text.contains("region: &quot;KA&quot;") && text.contains("asn: 64500"))
        let line = #"{"input":{"link":"\#(Self.link)","region":"KA","city":"Bengaluru","asn":64500}}"#
        let filled = await console.ask("/try", ["fill": "1", "line": line]).text
        #expect(filled.contains(#"value="64500""#) && filled.contains(#"value="Bengaluru""#))
        #expect(!(await console.ask("/try", ["link": Self.link])).text.contains("only the decision above"))
        #expect(await console.ask("/try", ["link": Self.link, "asn": "x"]).text.contains("autonomous system"))
    }

    @Test("nothing of a page has a secret of the link")
    func masked() async throws {
        let text = await (try ConsoleInMemory()).ask("/try", ["link": Self.secret, "situation": "desktop/page"]).text
        #expect(text.contains("web_widget") && !text.contains("SECRET"))
    }

    /// Regression: the response repeats the request's name one level deeper, too deep to be parsed, which ended the
    /// process.
    @Test("a request whose name is nested as deeply as can be is answered", arguments: 55...66)
    func nested(levels: Int) async throws {
        let name = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        let console = try ConsoleInMemory()
        let text = await console.ask("/try", ["link": Self.link, "more": "{\"id\": \(name)}"]).text
        #expect(text.contains("</html>"))
    }

    @Test("what is typed stays text")
    func escaped() async throws {
        let evil = "\"><script>alert(1)</script>'"
        let console = try ConsoleInMemory()
        let form = Dictionary(uniqueKeysWithValues: TryForm.Field.allCases.map { ($0.rawValue, evil) })
        for sent in [form, ["link": Self.link + evil], ["line": evil, "fill": "1"]] {
            let text = await console.ask("/try", sent).text
            #expect(!text.contains("<script>") && text.contains("&lt;script&gt;") == (sent["fill"] == nil))
        }
    }

    @Test(
        "what can't be tried is said in words",
        arguments: [
            (["link": ""], "Enter a link"),
            (["link": "https://example.page.link/WXYZ", "country": "india"], "country"),
            (["link": "https://example.page.link/WXYZ", "time": "now"], "time"),
            (["link": "https://example.page.link/WXYZ", "more": "{"], "not a JSON object"),
            (["link": "https://example.page.link/WXYZ", "more": "{\"ipp\": 1}"], "ipp"),
            (["fill": "1", "line": "x"], "not a decision log line"),
            (["fill": "1", "line": "{\"type\": \"reload\"}"], "no decision"),
        ])
    func faults(form: [String: String], words: String) async throws {
        let text = await (try ConsoleInMemory()).ask("/try", form).text
        #expect(text.contains("class=\"fault\"") && text.contains(words))
    }

    @Test("a refused link has its reason, and no phones")
    func refused() async throws {
        let text = await (try ConsoleInMemory()).ask("/try", ["link": "https://example.page.link/NONE"]).text
        #expect(text.contains("class=\"bad\">The link is refused") && !text.contains("On every phone"))
    }

    @Test("a token for some sites tries links of those")
    func sites() async throws {
        let console = try ConsoleInMemory()
        console.visitor?.credential.sites = ["other"]
        #expect(await console.ask("/try", ["link": Self.link]).text.contains("only valid for links of other"))
        let name = try #require(try RuleDirectory.load(path: console.folder.path).sites.first?.name)
        console.visitor?.credential.sites = [name]
        #expect(!(await console.ask("/try", ["link": Self.link]).text.contains("Your token is only valid")))
    }

    @Test("a line of the decision log fills the form in, and members without a field are kept")
    func line() throws {
        let line = """
            {"type":"decision","ts":"2026-11-23T10:00:00.000Z","decision_id":"1","input":{"link":"https://example.page.link/WXYZ",\
            "user_agent":"UA","headers":{"accept-language":"hi"},"device":{"platform":"android","app":{"state":"current","version":"15"}},\
            "country":"IN","time":"2026-11-23T10:00:00Z","returned_from":"intent"},"decision":"app_open"}
            """
        let form = try TryForm(logLine: line)
        #expect(form[.link] == Self.link && form[.userAgent] == "UA" && form[.country] == "IN")
        #expect(form[.appState] == "current" && form[.appVersion] == "15")
        let request = JSONValue.object(try form.request(userAgent: nil))
        #expect(request["headers"]?["accept-language"] == "hi" && request["returned_from"] == "intent")
        #expect(request["device"]?["platform"] == "android" && request["device"]?["app"]?["version"] == "15")
        #expect(request["time"] == "2026-11-23T10:00:00Z")
    }

    @Test("what a shared address says is what the form had, however it is written")
    func state() throws {
        var form = TryForm()
        form[.link] = "https://example.page.link/WXYZ?a=b&c=%20+"
        form[.language] = "hi, en;q=0.8"
        form[.more] = "{\"ip\": \"203.0.113.9\"}"
        let fields = form.state.split(separator: "&").map { pair -> (String, String) in
            let parts = pair.split(separator: "=", maxSplits: 1)
            return (String(parts[0]), String(parts[1]).removingPercentEncoding ?? "")
        }
        #expect(TryForm(Dictionary(uniqueKeysWithValues: fields)) == form)
        #expect(TryForm().state == "")
        form[.link] = Self.secret
        #expect(!form.state.contains("SECRET"))
    }

    @Test(
        "a saved case passes",
        arguments: [
            ["link": link, "situation": "android/chrome/app"], ["link": link, "situation": "iphone/safari/typed"],
            ["link": secret, "situation": "desktop/page"], ["link": "https://example.page.link/NONE"],
            [
                "link": link, "app_state": "outdated", "app_version": "3",
                "user_agent": "Mozilla/5.0 (Linux; Android 14; K) \"quoted\"",
            ],
            [
                "link": link, "country": "IN", "time": "2026-12-24T12:00:00Z",
                "more": "{\"device\": {\"platform\": \"ios\"}}",
            ],
        ])
    func cases(form: [String: String]) throws {
        let folder = try RulesFolder(site: ParityCase.site)
        let ruleSet = RuleSet(try RuleDirectory.load(path: folder.path))
        let bench = TryBench(ruleSet, nil, now: ConsoleInMemory.now)
        let answer = try bench.answer(TryForm(form), sites: nil)
        let made = TryCase(request: answer.request, decision: answer.explanation["decision"] ?? .null)
        let loaded = try RuleDirectory.load(
            folder.path, with: [(path: "made.cases.yaml", bytes: Array(made.yaml.utf8))], named: "rules")
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
        let ruleCase = try #require(loaded.cases.first { $0.id.hasPrefix("made/") })
        #expect(try CaseRunner(ruleSet).run(ruleCase)?.mismatches == nil)
        let wrong = made.yaml.replacing("decision:", with: "undecided: [x]\n      decision:")
        let other = try RuleDirectory.load(
            folder.path, with: [(path: "made.cases.yaml", bytes: Array(wrong.utf8))], named: "rules")
        #expect(try CaseRunner(ruleSet).run(try #require(other.cases.first { $0.id.hasPrefix("made/") })) != nil)
    }
}

/// The active rules.
@Suite("The console shows the rules")
struct RulesRoomTests {
    @Test("rules with their places, none of which has decided anything yet, and the findings of a check")
    func rules() async throws {
        let console = try ConsoleInMemory()
        let text = await console.ask("/rules").text
        #expect(text.contains("firebase/dynamic-link/android-unknown") && text.contains("dynamic-link.yaml:"))
        #expect(text.contains(">never</span>") && text.contains("Check results"))
        #expect(text.contains("class=\"badge") && text.contains("/site.yaml:"))
        #expect(!text.contains("Files on disk differ"))
        try console.folder.replaceSite(with: ParityCase.site + "\n# changed\n")
        #expect(await console.ask("/rules").text.contains("Files on disk differ"))
        try console.folder.replaceSite(with: "site: [broken\n")
        let broken = await console.ask("/rules").text
        #expect(broken.contains("badge bad\">error") && broken.contains("site.yaml:"))
    }
}
