import ByteText
import Foundation
import Testing

/// One evaluator: what the decision API answers is what `resolve` prints, byte for byte, and clicks are answered by it.
@Suite("serve and resolve decide the same", .timeLimit(.minutes(20)))
struct ParityTests {
    @Test("the decision API answers what resolve --batch prints")
    func decisionsAreTheSame() throws {
        let cases = ParityCase.all + ParityCase.spoken
        try #require(cases.count >= 60)
        let rules = try RulesFolder(site: ParityCase.site)
        let daemon = try RunningDaemon(rules: rules.path)
        let lines = try Self.resolve(cases.map(\.request), rules.path)
        try #require(lines.count == cases.count)
        var kinds: Set<String> = []
        for (item, line) in zip(cases, lines) {
            let answer = try daemon.decide(item.request)
            #expect(answer.status == 200, "\(item.name)")
            #expect(answer.body == line + "\n", "\(item.name)")
            kinds.insert(try JSONValue(parsing: line)["decision"]?.string ?? "")
        }
        #expect(kinds == ["app_open", "store_install", "web_widget", "continue_redirect", "error"])
        #expect(daemon.stop() == 0)
    }

    @Test("the front answers a click with its decision")
    func clicksFollowDecisions() throws {
        let rules = try RulesFolder(site: ParityCase.site)
        let daemon = try RunningDaemon(rules: rules.path, flags: ["--trusted-peers", "127.0.0.1"])
        var pages: Set<String> = []
        for item in ParityCase.all {
            let decision = try JSONValue(parsing: try daemon.decide(item.request).body)
            var fields = item.headers
            fields["User-Agent"] = item.agent
            fields["Fingerpost-Device"] = item.device?.field
            let answer = try daemon.click(link: item.link, fields: fields)
            let expected = try Expected(of: decision, link: item.link)
            if let page = decision["page"]?.string, !["static", "error"].contains(page) {
                // The address of the page: asked there, the front serves it.
                let address = try #require(decision["location"]?.string)
                #expect(try daemon.click(link: address, fields: fields).body == answer.body, "\(item.name)")
            }
            #expect(answer.status == expected.status, "\(item.name)")
            #expect(answer["Location"] == expected.location, "\(item.name)")
            #expect(
                answer["Content-Security-Policy"] != nil || expected.page == nil,
                "\(item.name): a page without a policy")
            #expect(answer["Referrer-Policy"] == "no-referrer", "\(item.name)")
            #expect(answer["Cache-Control"] == (answer["Vary"] == nil ? "no-store" : "max-age=600"), "\(item.name)")
            if let page = expected.page { pages.insert(page) }
        }
        #expect(pages == ["interstitial", "social", "static", "debug", "error"])
        #expect(daemon.stop() == 0)
    }

    /// What the front makes of a decision.
    private struct Expected {
        var status: Int
        var location: String?
        var page: String?

        init(of decision: JSONValue, link: String) throws {
            let refusal = decision["error"].flatMap { $0["status"]?.number?.int }
            page = refusal == nil ? decision["page"]?.string : "error"
            status = try #require(refusal ?? decision["status"]?.number?.int)
            if page == nil { location = decision["location"]?.string }
            // Whoever serves the address that was asked for is behind this router.
            if location == link { (status, location, page) = (421, nil, "error") }
            if page != nil, refusal == nil, status != 421 { #expect(status == 200) }
        }
    }

    @Test(
        "the reference cases: a configured site decides as an inline one, and serve as resolve",
        .enabled(if: SharedCases.exist, "skipped: no ../shared/data/semantics/cases.jsonl (set FINGERPOST_SHARED)"))
    func referenceCases() throws {
        let bySite = try SharedCases.bySite()
        #expect(bySite.values.reduce(0) { $0 + $1.count } >= 70)
        var compared = 0
        for (site, requests) in bySite {
            let rules = try RulesFolder(site: site)
            // A site that is refused can't be configured; inline it is an error decision, which RulesTests look at.
            guard try Program.run(["check", rules.path]).code == 0 else { continue }
            let configured = try Self.resolve(requests.map(\.bare), rules.path)
            let inline = try Self.resolve(requests.map(\.whole), rules.path)
            let daemon = try RunningDaemon(rules: rules.path)
            for (index, request) in requests.enumerated() {
                #expect(try daemon.decide(request.bare).body == configured[index] + "\n")
                #expect(inline[index] == configured[index])
                compared += 1
            }
            #expect(daemon.stop() == 0)
        }
        #expect(compared >= 70)
    }

    private static func resolve(_ requests: [String], _ rules: String) throws -> [String] {
        let outcome = try Program.run(
            ["resolve", "--batch", "-", "--rules", rules], input: requests.joined(separator: "\n") + "\n")
        #expect(outcome.code == 0, "\(outcome.error)")
        return outcome.lines.map(String.init)
    }
}

/// The `resolve_*` cases of the reference data, where it lies beside the checkout.
enum SharedCases {
    /// A request with its site, and without.
    struct Request {
        var whole: String
        var bare: String
    }

    private static let file: URL = {
        let given = ProcessInfo.processInfo.environment["FINGERPOST_SHARED"]
        let folder = given.map { URL(filePath: $0) } ?? RulesFolder.repository.appending(path: "../shared").standardized
        return folder.appending(path: "data/semantics/cases.jsonl")
    }()

    static var exist: Bool { FileManager.default.fileExists(atPath: file.path()) }

    /// Each case as a line of JSON.
    static func lines() throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// The requests by the text of their site.
    static func bySite() throws -> [String: [Request]] {
        var result: [String: [Request]] = [:]
        for line in try lines() {
            let item = try JSONValue(parsing: line)
            guard item["kind"]?.string?.hasPrefix("resolve_") ?? false, let request = item["request"]?.object,
                let site = item["request"]?["site"]
            else { continue }
            var bare = JSONObject()
            var whole = JSONObject()
            for member in [("id", item["id"] ?? .null), ("time", .string("2026-11-20T12:00:00Z"))] {
                bare.append(member.0, member.1)
                whole.append(member.0, member.1)
            }
            for member in request.members where member.name != "time" && member.name != "id" {
                whole.append(member.name, member.value)
                if member.name != "site" { bare.append(member.name, member.value) }
            }
            let pair = Request(whole: JSONValue.object(whole).text, bare: JSONValue.object(bare).text)
            result[site.text, default: []].append(pair)
        }
        return result
    }
}
