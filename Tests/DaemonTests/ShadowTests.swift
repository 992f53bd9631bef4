@testable import Clicks
import ByteText
import Configuration
import Foundation
import LinkStore
import LogFormats
import Routing
import Rules
import Settings
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// Candidate rules that are evaluated after clicks have been answered.
@Suite("rules on trial, in memory")
struct ShadowTests {
    private static let mac =
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15"
    /// Candidate sites, by their difference from the active site.
    private static let candidates: [(name: String, site: String)] = [
        (
            "another target",
            ParityCase.site.replacing("https://www.example.com/mac", with: "https://www.example.com/macs")
                .replacing("https://www.example.com/in/", with: "https://www.example.com/india/")
        ),
        (
            "an error for everyone",
            ParityCase.site.replacing(
                "\"rules\": [",
                with: "\"rules\": [{\"name\": \"closed\", \"then\": {\"error\": {\"code\": \"closed\"}}, "
                    + "\"because\": \"It is closed.\"}, ")
        ),
        (
            "another site on another host",
            ParityCase.site.replacing("\"site\": \"example\"", with: "\"site\": \"moved\"")
                .replacing("example.page.link", with: "moved.page.link")
        ),
    ]
    private static let other = """
        site: other
        hosts: [other.page.link]
        authorized_domains: [www.other.example]
        apps: [{android: {package: com.other.android}}, {ios: {bundle: com.other.ios, app_store_id: "7654321"}}]
        links: {O: "https://other.page.link/?link=https%3A%2F%2Fwww.other.example%2F&apn=com.other.android"}
        """

    /// The shipped rules with two sites.
    private static func ruleSet(_ site: String) throws -> RuleSet {
        let folder = try RulesFolder(site: site)
        try folder.folder.file("sites/other.yaml", other)
        return try withExtendedLifetime(folder) {
            let loaded = try RuleDirectory.load(path: folder.path)
            try #require(loaded.diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
            return RuleSet(loaded)
        }
    }

    private static func candidate(_ name: String) throws -> RuleSet {
        try ruleSet(try #require(candidates.first { $0.name == name }).site)
    }

    // MARK: - Responses

    /// A request to a daemon.
    private struct Question {
        var kind: ListenerKind
        var target: String
        var method = "GET"
        var host: String
        var fields: [String: String]
        var body = ""

        func ask(_ daemon: DaemonInMemory) throws -> String {
            let text = HTTPRequest.text(target, method: method, host: host, fields: fields, body: body)
            let answer = try daemon.send(text, to: kind)
            let lines = ["\(answer.status)"] + answer.fields.map { "\($0.name): \($0.value)" } + [answer.body]
            // Sealed tokens differ in each response.
            return lines.joined(separator: "\n").replacing(/(_fp[\/=])[A-Za-z0-9_-]+/) { "\($0.output.1)…" }
        }
    }

    private static let links =
        SampleClicks.targets.map { "https://example.page.link\($0)" }
        + (ParityCase.links + ParityCase.refused).map(\.link)
        + ["https://other.page.link/O", "https://other.page.link/?link=https%3A%2F%2Fwww.other.example%2Fa"]
        + ["Open", "Limited", "Ended", "Later"].map { "https://example.page.link/\($0)" }

    /// A click on a link by an agent: on the front, as an app's query, through each proxy, or by the decision API.
    private static func question(_ link: String, _ agent: String, way: Int) -> Question {
        let (host, target) = HTTPRequest.place(of: link)
        let path = target.hasPrefix("/") ? target : "/\(target)"
        let fields = ["User-Agent": agent]
        switch way {
        case 0, 1: return Question(kind: .front, target: path, host: host, fields: fields)
        case 2:
            return Question(
                kind: .front, target: path, host: host,
                fields: fields.merging(["Accept": "application/json"]) { $1 })
        case 3:
            let own = ["X-Original-URI": path, "X-Original-Method": "GET", "X-Forwarded-Host": host]
            return Question(
                kind: .edge, target: "/edge/nginx", host: "127.0.0.1", fields: fields.merging(own) { $1 })
        case 4: return Question(kind: .edge, target: "/edge/envoy\(path)", host: host, fields: fields)
        default:
            let body = "{\"link\":\(JSONValue.string(link).text),\"user_agent\":\(JSONValue.string(agent).text)}"
            return Question(
                kind: .edge, target: "/v1/decide", method: "POST", host: "localhost", fields: [:], body: body)
        }
    }

    private static func daemon(_ ruleSet: RuleSet) throws -> DaemonInMemory {
        let daemon = try DaemonInMemory(ruleSet, isStoring: true, trusting: ["127.0.0.1"])
        daemon.now = 1_790_000_000
        let long = "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2Fpost&apn=com.example.android"
        for code in ["Open", "Limited", "Ended", "Later"] {
            let key = try #require(LinkKey(domain: "example.page.link", code: code))
            var record = LinkRecord(key: key, longLink: long, created: daemon.now - 100)
            if code == "Limited" { record.maximumClicks = 9 }
            if code == "Ended" { record.expires = daemon.now - 1 }
            if code == "Later" { record.starts = daemon.now + 1_000 }
            try daemon.store.apply(.create(LinkCreation(record)))
        }
        return daemon
    }

    @Test("no byte of an answer follows from them", arguments: candidates.map(\.name) + ["none"])
    func answers(candidate: String) throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("ShadowTests.answers seed \(seed)")
        var random = SplitMix64(seed: seed)
        let live = try Self.ruleSet(ParityCase.site)
        let (plain, trying) = (try Self.daemon(live), try Self.daemon(live))
        let shadow = candidate == "none" ? nil : try trying.tries(Self.candidate(candidate))
        var questions = 0
        for way in 0...5 {
            for link in Self.links.shuffled(using: &random) {
                for agent in SampleClicks.agents.shuffled(using: &random).prefix(3) + [Self.mac] {
                    let question = Self.question(link, agent, way: way)
                    let (expected, answer) = (try question.ask(plain), try question.ask(trying))
                    #expect(answer == expected, "\(question) seed \(seed)")
                    questions += 1
                    // Several clicks may wait, but never more than there is room for.
                    if questions % 16 == 0 || Int.random(in: 0..<5, using: &random) == 0 { shadow?.evaluateWaiting() }
                }
            }
        }
        shadow?.evaluateWaiting()
        guard let shadow else { return }
        let counters = shadow.counters
        #expect(counters.changed > 0)
        #expect(counters.dropped(for: .busy) == 0 && counters.dropped(for: .large) == 0)
        // Some requests are refused before a click is evaluated.
        let tried = counters.same + counters.otherRule + counters.changed
        #expect((questions / 2...questions).contains(Int(tried)), "\(tried) of \(questions)")
    }

    @Test("a link with a maximum of clicks is clicked as often with them as without")
    func maximum() throws {
        let live = try Self.ruleSet(ParityCase.site)
        let daemon = try Self.daemon(live)
        let shadow = try daemon.tries(Self.candidate("an error for everyone"))
        for click in 1...12 {
            let answer = try daemon.click("/Limited", fields: ["User-Agent": Agents.android])
            #expect(answer.status == (click <= 9 ? 302 : 410), "click \(click)")
            shadow.evaluateWaiting()
        }
        // A used-up link is refused before any rule.
        #expect(shadow.counters.changed == 9)
        #expect(shadow.counters.same == 3)
    }

    // MARK: - Counts and lines

    @Test("they see the client's address where rules in force don't ask for it")
    func address() throws {
        let live = try Self.ruleSet(ParityCase.site)
        #expect(!live.consults(.requestIP))
        let daemon = try DaemonInMemory(live)
        // Without an address, the fact is unknown and the rule would not match.
        let shadow = try daemon.tries(
            Self.ruleSet(
                ParityCase.site.replacing(
                    "\"rules\": [",
                    with: "\"rules\": [{\"name\": \"addressed\", \"when\": \"request.ip != ''\", "
                        + "\"then\": {\"error\": {\"code\": \"closed\"}}, \"because\": \"It is known.\"}, ")))
        _ = try daemon.click("/WXYZ", fields: ["User-Agent": Self.mac])
        shadow.evaluateWaiting()
        var changes: [String] = []
        shadow.counters.forEachChange { changes.append("\($0) \($1.rawValue) \($2.rawValue) \($3)") }
        #expect(changes == ["example continue_redirect error 1"])
    }

    @Test("differences are counted by site, decision and rule, and logged without secrets next to the decisions")
    func differences() throws {
        let folder = try ScratchFolder()
        let live = try Self.ruleSet(ParityCase.site)
        let daemon = try DaemonInMemory(live) { $0.decisionLog = folder.path + "decisions.log" }
        let shadow = try daemon.tries(Self.candidate("another target"))
        for _ in 0..<3 { _ = try daemon.click("/WXYZ", fields: ["User-Agent": Self.mac]) }
        for _ in 0..<2 { _ = try daemon.click("/WXYZ", fields: ["User-Agent": Agents.windows]) }
        shadow.evaluateWaiting()
        let counters = shadow.counters
        #expect(counters.same == 2)
        #expect(counters.otherRule == 0)
        var changes: [String] = []
        counters.forEachChange { changes.append("\($0) \($1.rawValue) \($2.rawValue) \($3)") }
        #expect(changes == ["example continue_redirect continue_redirect 3"])
        let pairs = counters.rulePairs.rows.map { row in
            "\(live.rules[row.live ?? 0].id) \(shadow.pair.candidate.rules[row.shadow ?? 0].id) \(row.count)"
        }
        #expect(pairs == ["sites/site/cached sites/site/cached 3"])
        daemon.finish()

        let text = try String(contentsOfFile: folder.path + "decisions.log", encoding: .utf8)
        let lines = try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        let told = lines.filter { $0["type"]?.string == "shadow" }
        #expect(told.count == 3)
        #expect(lines.count { $0["type"]?.string == "decision" } == 5)
        let line = try #require(told.first)
        #expect(lines.contains { $0["type"]?.string == "decision" && $0["decision_id"] == line["decision_id"] })
        #expect(line["differs"]?.array?.map(\.string) == ["target"])
        #expect(line["live"]?["target"]?.string == "https://www.example.com/mac")
        #expect(line["shadow"]?["target"]?.string == "https://www.example.com/macs")
        #expect(line["live"]?["ruleset"]?.string == live.hash)
        #expect(line["shadow"]?["ruleset"]?.string == shadow.pair.candidate.hash)
        #expect(line["input"]?["link"]?.string == "https://example.page.link/WXYZ")
    }

    @Test("a log of differences holds no secret, and its lines are no clicks")
    func secrets() throws {
        let folder = try ScratchFolder()
        let daemon = try DaemonInMemory(Self.ruleSet(ParityCase.site)) {
            $0.decisionLog = folder.path + "decisions.log"
        }
        let shadow = try daemon.tries(Self.candidate("an error for everyone"))
        for target in SampleClicks.targets { _ = try daemon.click(target, fields: ["User-Agent": Agents.android]) }
        shadow.evaluateWaiting()
        daemon.finish()
        let text = try String(contentsOfFile: folder.path + "decisions.log", encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("{\"type\":\"shadow\"") }
        #expect(lines.count > 2)
        for secret in ["topSecret", "AIzaSecret", "me%2B", "me+x"] { #expect(!text.contains(secret), "\(secret)") }
        var arena = ByteArena()
        var request = ClickRequest()
        var reader = LogLineReader()
        for line in lines {
            arena.reset()
            request.reset()
            var record = LogRecord()
            let place = arena.append(String(line))
            let bypass = try reader.read(place, by: .decisions, into: &record, &request, &arena)
            #expect(bypass == .shadow)
        }
        #expect(LogReading(detecting: Array((lines.joined(separator: "\n") + "\n").utf8).span)?.format == .decisions)
    }

    @Test("the first click of each pair of rules is logged, however many there are of others")
    func firstOfPair() throws {
        let folder = try ScratchFolder()
        let daemon = try DaemonInMemory(Self.ruleSet(ParityCase.site)) {
            $0.decisionLog = folder.path + "decisions.log"
        }
        let shadow = try daemon.tries(Self.candidate("an error for everyone"))
        for _ in 0..<6 * ShadowLogBudget.rate {
            _ = try daemon.click("/WXYZ", fields: ["User-Agent": Agents.curl])
            shadow.evaluateWaiting()
        }
        _ = try daemon.click(link: SampleClicks.mailLink, fields: ["User-Agent": Agents.android])
        shadow.evaluateWaiting()
        daemon.finish()
        let text = try String(contentsOfFile: folder.path + "decisions.log", encoding: .utf8)
        let lines = try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            .filter { $0["type"]?.string == "shadow" }
        let pairs = Set(lines.map { $0["live"]?["rule"]?.string ?? "" })
        #expect(pairs.count == 2)
        #expect(pairs.count == shadow.counters.rulePairs.rows.count)
    }

    @Test("as many lines may be written in one second, and again in the next")
    func budget() {
        var budget = ShadowLogBudget()
        for second in [5, 6, 9] as [Int64] {
            let admitted = (0..<50).count { _ in budget.admits(at: second) }
            #expect(admitted == ShadowLogBudget.rate)
        }
    }

    // MARK: - Bounds

    @Test("clicks beyond the room for them are dropped and counted, as are those that are too large")
    func bounds() throws {
        let daemon = try DaemonInMemory(Self.ruleSet(ParityCase.site))
        let shadow = try daemon.tries(Self.candidate("another target"))
        for _ in 0..<ShadowEvaluator.capacity + 8 { _ = try daemon.click("/WXYZ") }
        #expect(shadow.counters.dropped(for: .busy) == 8)
        shadow.evaluateWaiting()
        #expect(shadow.counters.same == UInt64(ShadowEvaluator.capacity))
        shadow.evaluateWaiting()
        #expect(shadow.counters.same == UInt64(ShadowEvaluator.capacity), "none is tried twice")

        var arena = ByteArena()
        var request = ClickRequest()
        for _ in 0..<ShadowEvaluator.longestClick { arena.append(0x61) }
        request.link = arena.append("https://example.page.link/WXYZ")
        var outcome = Outcome(Decision(kind: .error, status: 404))
        shadow.take(request, &outcome, in: arena)
        #expect(shadow.counters.dropped(for: .large) == 1)
    }

    @Test("the share is what was asked for")
    func share() throws {
        let pair = ShadowPair(live: try Self.ruleSet(ParityCase.site), candidate: try Self.candidate("another target"))
        for share in [0.01, 0.25, 1] {
            let seed = UInt64.random(in: 0 ... .max)
            print("ShadowTests.share \(share) seed \(seed)")
            let shadow = try ShadowEvaluator(pair, share: share, seed: seed)
            let count = 40_000
            let sampled = (0..<count).count { _ in shadow.samplesNext() }
            // Six standard deviations, exceeded by chance once in 500 million runs.
            let tolerance = 6 * (Double(count) * share * (1 - share)).squareRoot()
            #expect(abs(Double(sampled) - Double(count) * share) <= tolerance, "\(sampled) of \(count), seed \(seed)")
        }
    }

    @Test("pairs of rules beyond the room for them are counted together, and sums keep all pairs of the workers")
    func rulePairs() {
        var (one, other) = (ShadowRulePairs(), ShadowRulePairs())
        for rule in 0..<ShadowRulePairs.capacity + 5 {
            let (isNew, isNewAgain) = (one.count(live: rule, shadow: nil), one.count(live: 0, shadow: nil))
            #expect(isNew == (rule < ShadowRulePairs.capacity))
            #expect(!isNewAgain)
        }
        #expect(one.rows.count == ShadowRulePairs.capacity)
        #expect(one.others == 5)
        let news = [(nil, 3), (nil, 3), (1, nil)].map { other.count(live: $0, shadow: $1) }
        #expect(news == [true, false, true])
        one.add(other)
        #expect(one.rows.count == ShadowRulePairs.capacity + 1)
        #expect(one.rows.last == ShadowRulePairs.Row(live: nil, shadow: 3, count: 2))
        #expect(one.rows[1].count == 2)
    }

    @Test("sums are of one pair of rule sets, whatever workers still have of others")
    func sums() throws {
        let live = try Self.ruleSet(ParityCase.site)
        let pairs = try Self.candidates.prefix(2).map { ShadowPair(live: live, candidate: try Self.ruleSet($0.site)) }
        let store = MetricsStore()
        var (first, second) = (ShadowCounters(pairs[0]), ShadowCounters(pairs[1]))
        first.countSame(bySameRule: true)
        second.countSame(bySameRule: false)
        second.countDropped(.busy)
        store.update(WorkerCounters(), nil, first, ofWorker: 0)
        store.update(WorkerCounters(), nil, second, ofWorker: 1)
        store.update(WorkerCounters(), nil, second, ofWorker: 2)
        #expect(store.shadowTotals(of: pairs[0]).same == 1)
        let sum = store.shadowTotals(of: pairs[1])
        #expect(sum.same == 0)
        #expect(sum.otherRule == 2)
        #expect(sum.dropped(for: .busy) == 2)
        store.forgetShadows(but: pairs[0])
        #expect(store.shadowTotals(of: pairs[1]).otherRule == 0)
    }

    @Test("a site of either rule set has its name, and a rule is the same by its name")
    func names() throws {
        let pair = ShadowPair(
            live: try Self.ruleSet(ParityCase.site), candidate: try Self.candidate("another site on another host"))
        #expect(Set(pair.siteNames) == ["example", "other", "moved"])
        let moved = try #require(pair.candidate.sites.firstIndex { $0.name == "moved" })
        #expect(pair.site(nil, moved).map { pair.siteNames[$0] } == "moved")
        #expect(pair.site(0, moved) == 0)
        #expect(pair.site(nil, nil) == nil)
        #expect(pair.isSameRule(nil, nil))
        #expect(!pair.isSameRule(0, nil))
        #expect(!pair.isSameRule(nil, 0))
        for (index, rule) in pair.live.rules.enumerated() {
            let same = pair.candidate.rules.firstIndex { $0.id == rule.id }
            if let same { #expect(pair.isSameRule(index, same)) }
        }
    }

    // MARK: - Copies

    @Test("a copy of a request is complete")
    func copy() throws {
        let json = """
            {"link":"https://example.page.link/WXYZ?a=1","user_agent":"ua","accept_language":"de","stage":"click",
             "headers":{"referer":"https://r.example/","x-one":"1","sec-ch-ua":"b","x-requested-with":"w"},
             "device":{"platform":"android","os_version":"14","form_factor":"phone","in_app":"none","bot":false,
               "store":"huawei","browser":"firefox","browser_version":"142.0","app":{"state":"outdated","version":"3"}},
             "ip":"203.0.113.9","country":"IN","time":"2026-11-20T12:00:00Z",
             "settings":{"url":"https://www.example.com/","handleCodeInApp":true,"android":{"packageName":"a.b"}}}
            """
        var arena = ByteArena()
        var request = ClickRequest()
        var copy = ClickRequest()
        _ = try ClickRequestReader().read(JSONValue(parsing: json), into: &request, &arena)
        request.returnedFrom = .button
        copy.link = arena.append("https://old.example/")
        copy.copy(request)
        let ruleSet = try Self.ruleSet(ParityCase.site)
        func line(_ request: borrowing ClickRequest, _ arena: borrowing ByteArena) -> String {
            var text = ""
            let circumstances = DecisionLineWriter.Circumstances(
                id: [0x31], listener: "front", clock: WallClock(seconds: 0, microseconds: 0), nanoseconds: 0)
            DecisionLineWriter(LoggedFacts(ruleSet)).write(
                Outcome(Decision(kind: .error, status: 404)), of: request, by: ruleSet, in: arena, circumstances
            ) { text = String($0) }
            return text
        }
        let (expected, copied) = (line(request, arena), line(copy, arena))
        #expect(copied == expected)
        for word in ["huawei", "a.b", "button", "IN", "outdated"] { #expect(expected.contains(word), "\(word)") }
        #expect(copy.otherHeaders.count == request.otherHeaders.count)
        #expect(copy.ip == request.ip && copy.headersAreKnown)
        #expect(copy[.requestedWith] == request[.requestedWith])
    }
}
