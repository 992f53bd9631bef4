import ByteText
import Rules
import TestSupport
import Testing

/// The decision API returns the output of `resolve` byte for byte, and the front responds to clicks accordingly.
@Suite("edge, front and resolve decide the same, in memory")
struct ParityTests {
    @Test("the decision API answers what resolve --batch prints")
    func decisionsAreTheSame() throws {
        let cases = ParityCase.all + ParityCase.spoken
        try #require(cases.count >= 60)
        let daemon = try DaemonInMemory()
        let lines = try Self.resolve(cases.map(\.request), ParityCase.site)
        var kinds: Set<String> = []
        for (item, line) in zip(cases, lines) {
            let answer = try daemon.decide(item.request)
            #expect(answer.status == 200, "\(item.name)")
            #expect(answer.body == line + "\n", "\(item.name)")
            kinds.insert(try JSONValue(parsing: line)["decision"]?.string ?? "")
        }
        #expect(kinds == ["app_open", "store_install", "web_widget", "continue_redirect", "error"])
    }

    @Test("the front answers a click with its decision")
    func clicksFollowDecisions() throws {
        let daemon = try DaemonInMemory(trusting: ["127.0.0.1"])
        var pages: Set<String> = []
        for item in ParityCase.all {
            let decision = try JSONValue(parsing: try daemon.decide(item.request).body)
            var fields = item.headers
            fields["User-Agent"] = item.agent
            fields["Fingerpost-Device"] = item.device?.field
            let answer = try daemon.click(link: item.link, fields: fields)
            let expected = try Expected(of: decision, link: item.link)
            if let page = decision["page"]?.string, !["static", "error"].contains(page) {
                // The address of the page, which the front serves there.
                let address = try #require(decision["location"]?.string)
                #expect(try daemon.click(link: address, fields: fields).body == answer.body, "\(item.name)")
            }
            #expect(answer.status == expected.status, "\(item.name)")
            #expect(answer["Location"] == expected.location, "\(item.name)")
            #expect(
                answer["Content-Security-Policy"] != nil || expected.page == nil,
                "\(item.name): a page without a policy")
            #expect(answer["Referrer-Policy"] == "no-referrer", "\(item.name)")
            #expect(
                answer["Cache-Control"] == (answer["Vary"] == nil ? "no-store" : "public, max-age=600"), "\(item.name)")
            if let page = expected.page { pages.insert(page) }
        }
        #expect(pages == ["interstitial", "social", "static", "debug", "error"])
    }

    /// The front's response to a decision.
    private struct Expected {
        var status: Int
        var location: String?
        var page: String?

        init(of decision: JSONValue, link: String) throws {
            let refusal = decision["error"].flatMap { $0["status"]?.number?.int }
            page = refusal == nil ? decision["page"]?.string : "error"
            status = try #require(refusal ?? decision["status"]?.number?.int)
            if page == nil { location = decision["location"]?.string }
            // The requested URL belongs to the server behind this router.
            if location == link { (status, location, page) = (421, nil, "error") }
            if page != nil, refusal == nil, status != 421 { #expect(status == 200) }
        }
    }

    @Test(
        "the reference cases: a configured site decides as an inline one, and the edge as resolve",
        .enabled(if: SharedCases.exist, "skipped: no ../shared/data/semantics/cases.jsonl (set FINGERPOST_SHARED)"))
    func referenceCases() throws {
        let bySite = try SharedCases.bySite()
        #expect(bySite.values.reduce(0) { $0 + $1.count } >= 70)
        var compared = 0
        for (site, requests) in bySite {
            // An invalid site can't be configured. Inline, it is an error decision, which RulesTests cover.
            guard try SiteRules.isFaultless(site) else { continue }
            let configured = try Self.resolve(requests.map(\.bare), site)
            let inline = try Self.resolve(requests.map(\.whole), site)
            let daemon = try DaemonInMemory(site: site)
            for (index, request) in requests.enumerated() {
                #expect(try daemon.decide(request.bare).body == configured[index] + "\n")
                #expect(inline[index] == configured[index])
                compared += 1
            }
        }
        #expect(compared >= 70)
    }

    /// The output of `resolve --batch` for each request.
    private static func resolve(_ requests: [String], _ site: String) throws -> [String] {
        let resolver = try RequestResolver(SiteRules.ruleSet(of: site))
        return try requests.map { request in
            var line: [UInt8] = []
            try resolver.resolve(JSONValue(parsing: request), now: nil, to: &line)
            return String(decoding: line, as: UTF8.self)
        }
    }
}
