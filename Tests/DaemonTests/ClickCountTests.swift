import ByteText
import LinkStore
import Routing
import Settings
import TestSupport
import Testing

@testable import Daemon

/// `GET /v1/counts`, from clicks to the response.
@Suite("counts of clicks by property, in memory")
struct ClickCountTests {
    private static let token = "fpt_reader"
    private static let tokens: [DaemonInMemory.Token] = [
        ("all", token, []), ("other", "fpt_other", ["sites=other"]),
    ]
    private static let site = ParityCase.site.replacing(
        #""debug_pages": true"#, with: #""debug_pages": true, "pass_through": true"#)

    private static func daemon(site: String = site) throws -> DaemonInMemory {
        let daemon = try DaemonInMemory(site: site, isStoring: true, tokens: tokens, trusting: ["127.0.0.1"]) {
            $0.countryHeader = "X-Country"
        }
        try daemon.store.make(["example.page.link/One", "example.page.link/Two"])
        return daemon
    }

    /// The rules name them, and the store keeps them.
    @Test("properties of sites and of stored breakdowns are the same")
    func equalProperties() {
        func list<Property: RawRepresentable<UInt8> & CaseIterable>(_: Property.Type) -> [String] {
            Property.allCases.map { "\($0.rawValue) \($0)" }.sorted()
        }
        #expect(list(ClickDimension.self) == list(Breakdown.Dimension.self))
    }

    private static func click(_ daemon: DaemonInMemory) throws {
        let clicks: [(String, [String: String])] = [
            (
                "/One",
                [
                    "User-Agent": Agents.windows, "X-Country": "DE", "Accept-Language": "de-CH, de;q=0.9",
                    "Referer": "https://news.example/a?b",
                ]
            ),
            (
                "/One",
                [
                    "User-Agent": Agents.windows, "X-Country": "de", "Accept-Language": "*",
                    "Referer": "https://NEWS.example/",
                ]
            ),
            (
                "/One",
                [
                    "User-Agent": Agents.facebook, "X-Country": "FR", "Accept-Language": "fr",
                    "Referer": "android-app://com.facebook.katana/",
                ]
            ),
            ("/Two", ["User-Agent": Agents.windows, "X-Country": "XXX", "Referer": "/local"]),
            ("/Two", ["User-Agent": Agents.slackbot, "X-Country": "US"]),
        ]
        for (path, fields) in clicks { #expect(try daemon.click(path, fields: fields).status < 400) }
        daemon.finish()
    }

    private static func ask(_ daemon: DaemonInMemory, _ query: String, token: String = token) throws -> HTTPAnswer {
        try daemon.ask("GET", "/v1/counts?" + query, token: token)
    }

    private static func table(_ answer: HTTPAnswer) -> JSONValue? { answer.json?["tables"]?.array?.first }

    private static func rows(_ answer: HTTPAnswer) -> [String] {
        let rows = table(answer)?["counts"]?.array ?? []
        return rows.map { "\($0["value"]?.string ?? "-") \($0["clicks"]?.number?.int ?? -1)" }
    }

    @Test("clicks of a site and of a link by each property")
    func properties() throws {
        let daemon = try Self.daemon()
        try Self.click(daemon)
        let expected: [(String, String, [String])] = [
            ("country", "site=example", ["DE 2", "FR 1"]), ("language", "site=example", ["de 1", "fr 1"]),
            ("referrer", "site=example", ["com.facebook.katana 1", "news.example 1"]),
            ("in_app", "site=example", ["facebook 1"]),
            ("link", "site=example", ["example.page.link/One 3", "example.page.link/Two 1"]),
            ("source", "site=example", ["tap 4"]), ("platform", "link=example.page.link/Two", ["desktop 1"]),
            ("country", "link=example.page.link/Two", []),
        ]
        for (by, place, rows) in expected {
            let answer = try Self.ask(daemon, "by=\(by)&\(place)")
            #expect(answer.status == 200 && Self.rows(answer) == rows, "\(by) \(place): \(answer.body)")
        }
        let unknown = try Self.table(Self.ask(daemon, "by=country&site=example"))?["unknown"]
        #expect(unknown?["clicks"]?.number?.int == 1)
        let days = try Self.ask(daemon, "site=example")
        #expect(Self.rows(days).count == 1 && Self.table(days)?["total"]?["clicks"]?.number?.int == 4)
        let rules = try Self.ask(daemon, "by=rule&site=example&limit=1")
        #expect(Self.rows(rules).count == 1)
        let earlier = try Self.ask(daemon, "site=example&from=2020-01-01&to=2020-02-01")
        #expect(Self.table(earlier)?["total"]?["clicks"]?.number?.int == 0)
        let several = try Self.ask(daemon, "site=example&by=day,rule,link")
        #expect(several.json?["tables"]?.array?.map { $0["by"]?.string } == ["day", "rule", "link"])
    }

    @Test("links by their clicks, with the clicks in each")
    func links() throws {
        let daemon = try Self.daemon()
        try Self.click(daemon)
        func links(_ query: String) throws -> [String] {
            let answer = try daemon.ask("GET", "/v1/links?\(query)", token: Self.token)
            #expect(answer.status == 200 && answer.json?["next_page_token"]?.isNull == true, "\(answer.body)")
            return (answer.json?["links"]?.array ?? []).map {
                "\($0["code"]?.string ?? "") \($0["clicks"]?.number?.int ?? -1)"
            }
        }
        let most = try links("sort=-clicks")
        #expect(most.prefix(2) == ["One 3", "Two 1"])
        #expect(try links("sort=clicks").suffix(2) == ["Two 1", "One 3"])
        #expect(try links("sort=-clicks&page_size=1") == ["One 3"])
        #expect(try links("sort=-clicks&disabled=true").isEmpty)
        let page = try daemon.ask("GET", "/v1/links?sort=-clicks&page_token=x", token: Self.token)
        #expect(page.status == 400 && page.body.contains("page_size"), "\(page.body)")
    }

    @Test("CSV")
    func table() throws {
        let daemon = try Self.daemon()
        try Self.click(daemon)
        let answer = try Self.ask(daemon, "by=country&site=example&format=csv&sort=value")
        #expect(answer["Content-Type"]?.hasPrefix("text/csv") == true)
        #expect(
            answer.body == "country,kind,clicks,app_opens\nDE,value,2,0\nFR,value,1,0\n,unknown,1,0\n", "\(answer.body)"
        )
    }

    @Test("a site counts only by the properties that it lists", arguments: ["[]", "[browser]"])
    func chosen(_ list: String) throws {
        let daemon = try Self.daemon(
            site: Self.site.replacing(#""rules": ["#, with: "\"count_by\": \(list), \"rules\": ["))
        try Self.click(daemon)
        for by in ["country", "language", "referrer", "in_app", "rule"] {
            #expect(try Self.rows(Self.ask(daemon, "by=\(by)&site=example")) == [], "\(by)")
        }
        #expect(try Self.rows(Self.ask(daemon, "by=browser&site=example")).isEmpty == (list == "[]"))
        #expect(try Self.rows(Self.ask(daemon, "by=link&site=example")).count == 2)
    }

    @Test(
        "wrong queries",
        arguments: [
            ("by=contry&site=example", 400, "did you mean `country`"), ("by=country", 400, "set site or link"),
            ("site=example&link=example.page.link/One", 400, "not both"),
            ("by=link&link=example.page.link/One", 400, "requires a site"),
            ("by=day,day&site=example", 400, "by must be"), ("by=&site=example", 400, "by must be"),
            ("by=day,rule&site=example&format=csv", 400, "one property"),
            ("site=exmple", 404, "there is no site exmple"), ("link=example.page.link/None", 404, ""),
            ("site=example&from=2026-02-30", 400, "must be a date"),
            ("site=example&from=2026-02-02&to=2026-02-01", 400, "from must not be after"),
            ("site=example&from=2000-01-01", 400, "at most 1830 days"), ("site=example&sort=most", 400, "sort must be"),
            ("site=example&limit=0", 400, "limit must be"), ("site=example&format=xml", 400, "json or csv"),
            ("site=example&b=1", 400, "unknown query parameter"),
        ])
    func wrong(_ query: String, _ status: Int, _ part: String) throws {
        let daemon = try Self.daemon()
        let answer = try Self.ask(daemon, query)
        #expect(answer.status == status && answer.body.contains(part), "\(answer)")
    }

    @Test("a token of another site gets none")
    func foreign() throws {
        let daemon = try Self.daemon()
        for query in ["site=example", "link=example.page.link/One"] {
            #expect(try Self.ask(daemon, query, token: "fpt_other").status == 403)
        }
    }
}
