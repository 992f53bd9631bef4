import ByteText
import Devices
import Expressions
import Links
import Routing
import TestSupport
import Testing

/// A redirect that a table contains must be the one that each client would get.
@Suite("Redirects that depend on nothing but the link")
struct FixedRedirectTests {
    private static let link = "https://a.page.link/Code"

    private static let tests = [
        #"request.headers["x-a"] == "1""#, #"request.referer == "https://r.example/""#, #""hi" in device.languages"#,
        #"request.country == "IN""#, #"request.ip == "192.0.2.1""#, #"has(request.country)"#,
        #"request.time < timestamp("2026-11-20T12:00:00Z")"#, #"device.platform == "android""#,
        #"device.platform in ["ios", "macos"]"#, "device.bot", "app.registered", #"app.id == "com.example.ios""#,
        #"app.state == "current""#, #"device.browser == "chrome""#, #"device.in_app != "none""#,
        #"link.code == "Code""#, #"link.code == "Other""#, #"link.payload.startsWith("https://www.example.com/")"#,
        "link.payload_is_action", #"request.stage == "click""#, "device.may_be_ipad",
    ]

    private static let targets = ["https://www.example.com/x", "https://www.example.com/y"]

    private static func condition(_ random: inout SplitMix64) -> String {
        let parts = (0...Int(random.next() % 3)).map { _ in
            (random.next() % 4 == 0 ? "!" : "") + "(\(tests[Int(random.next() % UInt64(tests.count))]))"
        }
        return parts.joined(separator: random.next() % 3 == 0 ? " || " : " && ")
    }

    private static func action(_ random: inout SplitMix64) -> ActionDefinition {
        switch random.next() % 12 {
        case 0: ActionDefinition(outcome: nil, page: .interstitial)
        case 1: ActionDefinition(outcome: nil, status: 307)
        case 2: ActionDefinition(outcome: .continueRedirect(to: nil), status: 307)
        case 3: ActionDefinition(outcome: .webWidget)
        case 4: ActionDefinition(outcome: .continueRedirect(to: Template(segments: [.literal(targets[1])])))
        case 5: ActionDefinition(outcome: .continueRedirect(to: Template(segments: [.literal(targets[0])])))
        default: ActionDefinition(outcome: .continueRedirect(to: nil))
        }
    }

    private static func ruleSet(_ random: inout SplitMix64) -> RuleSet {
        var patterns = PatternList()
        func rules(_ count: Int, from first: Int) -> [RuleDefinition] {
            (first..<(first + count)).map { number in
                let text = condition(&random)
                return RuleDefinition(
                    id: "r\(number)", because: "It is tested.", condition: text,
                    program: Condition.compile(text, schema: FactName.schema, patterns: &patterns).condition,
                    action: action(&random))
            }
        }
        var site = SiteDefinition(name: "a")
        site.hosts = ["a.page.link"]
        site.urlPolicy = .any
        site.links = [LinkDefinition(code: "Code", longLink: long[Int(random.next() % UInt64(long.count))])]
        site.apps = [AppDefinition(store: .ios, id: "com.example.ios")]
        site.rules = rules(Int(random.next() % 6), from: 0)
        let base = random.next() % 8 > 0 ? decided : undecided
        return base.replacingSites(with: site, patterns: patterns, hash: "tested")
    }

    /// Rule sets without sites, which share their device classifier with the random ones.
    private static let undecided = RuleSet(sites: [], rules: [], patterns: PatternList(), hash: "")
    private static let decided = RuleSet(
        sites: [],
        rules: [
            RuleDefinition(
                id: "last", because: "It is tested.", condition: nil, program: nil,
                action: ActionDefinition(outcome: .continueRedirect(to: nil)))
        ], patterns: PatternList(), hash: "")

    private static let long = [
        targets[0], "https://a.page.link/?link=\(targets[0])&ibi=com.example.ios",
        "https://a.page.link/?link=\(targets[0])&ipbi=com.example.ios",
    ]

    private static let agents = [
        Agents.android, Agents.iPhone, Agents.iPad, Agents.windows, Agents.weChat, Agents.slackbot, Agents.curl,
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
    ]

    /// A click with some of the properties that conditions read.
    private static func client(_ random: inout SplitMix64) -> JSONValue {
        var members = JSONObject()
        members.append("link", .string(link))
        var fields: [String: JSONValue] = ["user-agent": .string(agents[Int(random.next() % UInt64(agents.count))])]
        if random.next() % 2 == 0 { fields["x-a"] = .string("\(random.next() % 2)") }
        if random.next() % 2 == 0 { fields["referer"] = .string("https://r.example/") }
        if random.next() % 2 == 0 { fields["accept-language"] = .string("hi, en") }
        var headers = JSONObject()
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { headers.append(name, value) }
        members.append("headers", .object(headers))
        if random.next() % 2 == 0 { members.append("country", .string(random.next() % 2 == 0 ? "IN" : "US")) }
        if random.next() % 2 == 0 { members.append("ip", .string("192.0.2.\(random.next() % 3)")) }
        members.append("time", .string("2026-11-20T1\(random.next() % 4):00:00Z"))
        return .object(members)
    }

    @Test("are those of every client, by random rules", arguments: [UInt64(1), 2])
    func random(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var fixed = 0
        for _ in 0..<300 {
            let ruleSet = Self.ruleSet(&random)
            let evaluator = try Evaluator(ruleSet)
            guard let (location, status) = try Self.redirect(evaluator) else { continue }
            fixed += 1
            for _ in 0..<40 {
                var arena = ByteArena()
                var request = ClickRequest()
                let client = Self.client(&random)
                _ = try ClickRequestReader().read(client, into: &request, &arena)
                let decision = evaluator.decide(request, in: &arena).decision
                let rules = ruleSet.rules.map { "\($0.id): \($0.condition ?? "") \($0.action)" }
                try #require(decision.location.map { arena.string($0) } == location, "\(client.text) \(rules)")
                try #require(
                    decision.status == status && decision.page == nil && decision.kind == .continueRedirect,
                    "\(client.text) \(rules)")
            }
        }
        #expect((50..<250).contains(fixed), "\(fixed)")
    }

    private static func redirect(_ evaluator: Evaluator) throws -> (String, UInt16)? {
        var arena = ByteArena()
        var request = ClickRequest()
        request.link = arena.append(link)
        request.time = 1_795_000_000
        do throws(RedirectVariation) {
            let redirect = try evaluator.fixedRedirect(of: request, in: &arena)
            return (arena.string(redirect.location), redirect.status)
        } catch { return nil }
    }

    @Test("do not exist for other links than short ones")
    func otherForms() throws {
        var site = SiteDefinition(name: "a")
        site.hosts = ["a.page.link"]
        site.urlPolicy = .any
        site.rules = [
            RuleDefinition(
                id: "r", because: "Tested.", condition: nil, program: nil,
                action: ActionDefinition(outcome: .continueRedirect(to: nil)))
        ]
        let evaluator = try Evaluator(RuleSet(sites: [site], rules: [], patterns: PatternList(), hash: "tested"))
        var arena = ByteArena()
        var request = ClickRequest()
        request.link = arena.append("https://a.page.link/?link=https://www.example.com/")
        #expect(throws: RedirectVariation.refused(.unknownLink)) {
            try evaluator.fixedRedirect(of: request, in: &arena)
        }
        request.link = arena.append("https://a.page.link/None")
        #expect(throws: RedirectVariation.refused(.unknownLink)) {
            try evaluator.fixedRedirect(of: request, in: &arena)
        }
    }
}
