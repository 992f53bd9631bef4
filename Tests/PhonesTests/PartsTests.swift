import Association
import Testing

@testable import Phones

@Suite("What phones read")
struct PartsTests {
    @Test(
        "intents, as Android parses them",
        arguments: [
            ("intent://a.example/x#Intent;scheme=https;package=p;end", "https://a.example/x", "p", nil),
            ("intent://a.example/x#top#Intent;scheme=https;end", "https://a.example/x#top", nil, nil),
            (
                "intent:#Intent;action=a.b;S.browser_fallback_url=https%3A%2F%2Fb.example;end", "", nil,
                "https://b.example"
            ),
            ("intent://a#Intent;scheme=x;S.browser_fallback_url=javascript%3A1;end", "x://a", nil, nil),
            ("intent://a#Intent;scheme=x;component=c%2Fd;launchFlags=0x1;end", "x://a", nil, nil),
        ] as [(String, String, String?, String?)])
    func intents(url: String, data: String, package: String?, fallback: String?) throws {
        let intent = try #require(IntentLink(url))
        #expect(intent.data.hasSuffix(data) && (data.isEmpty || intent.data == data))
        #expect(intent.package == package)
        #expect(intent.fallback == fallback)
    }

    @Test(
        "intents that Android throws at",
        arguments: ["intent://a#Intent;scheme=x", "intent://a#Intent;nonsense=1;end", "intent://a#Intent;Z.a=1;end"])
    func badIntents(url: String) {
        #expect(IntentLink(url) == nil)
    }

    @Test("extras by name")
    func extras() throws {
        let intent = try #require(IntentLink("intent://a#Intent;scheme=x;S.min=12;i.count=3;end"))
        #expect(intent.extras == ["min": "12", "count": "3"])
    }

    @Test("ways of a page: the button first, references decoded, the touch screen's part")
    func ways() {
        let html = """
            <!doctype html><style>a>b{}</style><a class="other" href="https://a.example/?x=1&amp;y=2">A</a>
            <div class="touch"><p>Tap<br></p><a class='big button' href='shop://p&#x2F;1'>B</a></div><a href=c>C</a>
            """
        #expect(
            PageWays(html: html, hasTouch: true).ways.map(\.address) == [
                "shop://p/1", "https://a.example/?x=1&y=2", "c",
            ])
        #expect(PageWays(html: html, hasTouch: false).ways.map(\.address) == ["https://a.example/?x=1&y=2", "c"])
    }

    @Test("a way that fails is a detour, and the page is one")
    func detours() throws {
        let answers = [Sample.link: WebAnswer.ways("shop://p", "https://www.other.example/")]
        let journeys = Sample.apple().follow(Sample.link, tapped: .otherApp(), through: Script(answers))
        let journey = try #require(journeys.first)
        #expect(journey.detours == [.page(Sample.link), .wayFailed(1, .invalidAddress)])
    }

    @Test("pages that lead to each other end")
    func circles() {
        let answers = [Sample.link: WebAnswer.ways("https://go.example/y"), "https://go.example/y": .ways(Sample.link)]
        let journeys = Sample.apple().follow(Sample.link, tapped: .typed, through: Script(answers))
        #expect(journeys.map(\.ending) == [.deadEnd(.loop)])
    }

    @Test(
        "hosts are verified by their asset links file",
        arguments: [
            ("as it should be", 200, "application/json", "AA:BB", true),
            ("with parameters", 200, "application/json; charset=utf-8", "AA:BB", true),
            ("redirected", 301, "application/json", "AA:BB", false),
            ("not JSON", 200, "text/html", "AA:BB", false),
            ("in lower case", 200, "application/json", "aa:bb", false),
        ] as [(String, Int, String, String, Bool)])
    func verification(name: String, status: Int, type: String, fingerprint: String, isVerified: Bool) {
        var file = AssetLinks()
        file.statements = [.init(package: Sample.package, fingerprints: [fingerprint], components: [])]
        let answer = WebAnswer(
            status: status, location: "https://b.example/", contentType: type,
            body: String(decoding: file.json, as: UTF8.self))
        var phone = Sample.android(Sample.app(.web("go.example")))
        let script = Script(["https://go.example/.well-known/assetlinks.json": answer])
        phone.fetchAssociations(of: ["go.example"], fingerprints: [Sample.package: "AA:BB"], from: script)
        #expect(phone.androidApps[0].verifiedHosts.contains("go.example") == isVerified)
    }

    @Test("Apple's file is fetched, and claims follow it")
    func appleFile() {
        var phone = Sample.apple(claims: "go.example")
        let file = phone.appleFiles["go.example"]?.json ?? []
        let url = "https://go.example/.well-known/apple-app-site-association"
        phone.fetchAssociations(
            of: ["go.example"], from: Script([url: WebAnswer(status: 200, body: String(decoding: file, as: UTF8.self))])
        )
        #expect(!phone.claimants(of: Sample.link).isEmpty)
        phone.fetchAssociations(of: ["go.example"], from: Script([url: .redirect("https://www.go.example/")]))
        #expect(phone.claimants(of: Sample.link).isEmpty)
    }
}
