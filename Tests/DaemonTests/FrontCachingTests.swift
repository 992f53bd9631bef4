import ByteText
import Expressions
import Foundation
import HTTP
import Libevent
import LinkStore
import OpenSSL
import Routing
import Server
import Settings
import TestSupport
import Testing

@testable import Daemon
@testable import Pages

/// Cache control of the front.
@Suite("Cached answers of a front in memory")
struct FrontCachingTests {
    /// A front whose first rule has `condition`, and whose second allows caching for a minute.
    private static func front(
        _ condition: String, trusting peers: [String] = [], tokens: PageTokens = PageTokens()
    ) throws -> DaemonInMemory {
        let ruleSet = ConditionSite.ruleSet(
            condition, then: ActionDefinition(outcome: .webWidget),
            otherwise: ActionDefinition(outcome: .continueRedirect(to: nil), cache: .seconds(60)))
        return try DaemonInMemory(ruleSet, trusting: peers, pageTokens: tokens) { $0.countryHeader = "CF-IPCountry" }
    }

    @Test(
        "a link with a maximum of clicks is never cached, and no link is cached beyond its end, whatever the rules"
    )
    func maximum() throws {
        var site = SiteDefinition(name: "a")
        (site.hosts, site.urlPolicy) = (["a.link"], .any)
        site.rules = [
            RuleDefinition(
                id: "all", because: "It is tested.", condition: nil, program: nil,
                action: ActionDefinition(outcome: .continueRedirect(to: nil), cache: .seconds(60)))
        ]
        let ruleSet = RuleSet(sites: [site], rules: [], patterns: PatternList(), hash: "sha256:1")
        let front = try DaemonInMemory(ruleSet, isStoring: true, trusting: ["127.0.0.1"])
        let links: [(String, UInt64?, Int64?)] = [
            ("Any", nil, nil), ("Five", 5, nil), ("Soon", nil, 20), ("Later", nil, 7200), ("Both", 5, 20),
        ]
        for (code, maximum, end) in links {
            let key = try #require(LinkKey(domain: "a.link", code: code))
            var record = LinkRecord(key: key, longLink: "https://www.example.com/", created: front.now)
            record.maximumClicks = maximum
            record.expires = end.map { front.now + $0 }
            try front.store.apply(.create(LinkCreation(record)))
        }
        // First read, then from the caches; in alternation, so that links are not confused.
        for _ in 0..<4 {
            let kept = [
                ("Any", "public, max-age=60"), ("Five", "no-store"), ("Soon", "public, max-age=20"),
                ("Later", "public, max-age=60"),
                ("Both", "no-store"),
            ]
            for (code, kept) in kept {
                #expect(try front.click("/\(code)", host: "a.link")["Cache-Control"] == kept, "\(code)")
            }
        }
        front.now += 15
        #expect(try front.click("/Soon", host: "a.link")["Cache-Control"] == "public, max-age=5")
        let fields = ["X-Forwarded-Uri": "/Five", "X-Forwarded-Host": "a.link"]
        #expect(try front.ask(.edge, "/edge/forward", fields: fields)["Cache-Control"] == "no-store")
    }

    /// A front with a store, a site with a cache duration for its links, and links with durations of their own.
    private static func storing(
        _ cache: Int?, rule: ActionDefinition.CachePolicy? = nil, page: Routing.Page? = nil, condition: String = "true"
    ) throws -> DaemonInMemory {
        var patterns = PatternList()
        var site = SiteDefinition(name: "a")
        (site.hosts, site.urlPolicy, site.cacheSeconds) = (["a.link"], .any, cache)
        site.handler = "https://app.example/__/auth/action"
        let program = Condition.compile(condition, schema: FactName.schema, patterns: &patterns).condition
        let action = ActionDefinition(outcome: .continueRedirect(to: nil), page: page, cache: rule)
        site.rules = [
            RuleDefinition(
                id: "asked", because: "It is tested.", condition: condition, program: program, action: action),
            RuleDefinition(id: "all", because: "It is tested.", condition: nil, program: nil, action: action),
        ]
        let front = try DaemonInMemory(
            RuleSet(sites: [site], rules: [], patterns: patterns, hash: "sha256:1"), isStoring: true)
        for (code, seconds, maximum) in [("Own", 300, nil), ("Never", 0, nil), ("None", nil, nil), ("Five", 300, 5)]
            as [(String, Int?, UInt64?)]
        {
            let key = try #require(LinkKey(domain: "a.link", code: code))
            var record = LinkRecord(
                key: key, longLink: "https://www.example.com/", created: front.now)
            (record.cacheSeconds, record.maximumClicks, record.expires) = (seconds, maximum, front.now + 200)
            try front.store.apply(.create(LinkCreation(record)))
        }
        let mailKey = try #require(LinkKey("a.link/Mail"))
        var mail = LinkRecord(
            key: mailKey,
            longLink: "https://app.example/__/auth/action?mode=signIn&oobCode=CODE&apiKey=KEY", created: front.now)
        mail.cacheSeconds = 300
        try front.store.apply(.create(LinkCreation(mail)))
        return front
    }

    /// The `Cache-Control` of each of these links, both read and from the caches.
    private static func kept(_ front: DaemonInMemory) throws -> [String] {
        let codes = ["Own", "Never", "None", "Five", "Mail"]
        func ask() throws -> [String] {
            try codes.map { try front.click("/\($0)", host: "a.link")["Cache-Control"] ?? "nothing" }
        }
        let first = try ask()
        for _ in 0..<3 { #expect(try ask() == first) }
        return first
    }

    @Test(
        "a link's cache duration precedes the rule's, and that the site's; none of them applies to uncacheable responses"
    )
    func precedence() throws {
        let never = "no-store"
        let own = "public, max-age=200"
        #expect(try Self.kept(Self.storing(nil)) == [own, never, never, never, never])
        #expect(try Self.kept(Self.storing(60)) == [own, never, "public, max-age=60", never, never])
        #expect(
            try Self.kept(Self.storing(60, rule: .seconds(30))) == [own, never, "public, max-age=30", never, never])
        #expect(
            try Self.kept(Self.storing(nil, rule: .seconds(30))) == [own, never, "public, max-age=30", never, never])
        #expect(try Self.kept(Self.storing(60, rule: .noStore)) == [never, never, never, never, never])
        // Pages are cacheable only if a rule allows it.
        #expect(try Self.kept(Self.storing(60, page: .static)) == [never, never, never, never, never])
        #expect(
            try Self.kept(Self.storing(60, rule: .seconds(30), page: .static))
                == [own, never, "public, max-age=30", never, never])
    }

    @Test("a link's or site's duration varies by the facts that rules read, and is ignored if they read the time")
    func reading() throws {
        #expect(
            try Self.kept(Self.storing(60, condition: #"request.ip == "192.0.2.1""#))
                == Array(repeating: "no-store", count: 5))
        let front = try Self.storing(nil, condition: #"request.headers["x-beta"] == "1""#)
        #expect(try front.click("/Own", host: "a.link")["Vary"]?.hasSuffix(", x-beta") == true)
        let city = try Self.storing(60, condition: #"request.city == "Nowhere""#)
        #expect(try Self.kept(city).prefix(3) == ["private, max-age=200", "no-store", "private, max-age=60"])
        // A change of the link's duration applies from the next click on.
        var patch = LinkPatch()
        patch.cacheSeconds = 7
        let own = try #require(LinkKey("a.link/Own"))
        try city.store.apply(.update(own, patch, at: city.now))
        #expect(try city.click("/Own", host: "a.link")["Cache-Control"] == "private, max-age=7")
    }

    private static func ask(_ front: DaemonInMemory, _ target: String = target) throws -> HTTPAnswer {
        try front.click(target, host: "a.link")
    }

    private static let target = "/?link=https://www.example.com/"

    @Test("`Vary` names the fields that were asked for, and no others that a visitor's browser sends")
    func varies() throws {
        let answer = try Self.ask(Self.front(#"request.headers["x-beta"] == "1""#))
        #expect(answer["Cache-Control"] == "public, max-age=60")
        let vary = try #require(answer["Vary"])
        #expect(vary.hasPrefix("Accept, User-Agent, ") && vary.hasSuffix(", x-beta"), "\(vary)")
        for name in ["Accept-Language", "Referer", "cf-ipcountry", "Forwarded"] { #expect(!vary.contains(name)) }
        // Again, from the caches.
        let front = try Self.front(#"request.referer == "x" && request.country == "IN""#)
        let answers = try (0..<3).map { _ in try Self.ask(front)["Vary"] }
        #expect(answers[0]?.hasSuffix(", cf-ipcountry, referer") == true && Set(answers).count == 1)
    }

    @Test("a page that may be kept is kept for each language")
    func pagesVary() throws {
        var site = SiteDefinition(name: "a")
        site.hosts = ["a.link"]
        site.urlPolicy = .any
        let action = ActionDefinition(outcome: .continueRedirect(to: nil), page: .static, cache: .seconds(60))
        site.rules = [
            RuleDefinition(id: "only", because: "It is tested.", condition: nil, program: nil, action: action)
        ]
        let ruleSet = RuleSet(sites: [site], rules: [], patterns: PatternList(), hash: "")
        let answer = try Self.ask(DaemonInMemory(ruleSet))
        #expect(
            answer["Cache-Control"] == "public, max-age=60" && answer["Vary"]?.hasSuffix(", Accept-Language") == true)
        #expect(answer["Content-Language"] == "en")
    }

    @Test("a trusted peer says what was asked for, in fields that a cache behind it must look at")
    func trusted() throws {
        let answer = try Self.ask(Self.front("device.bot", trusting: ["127.0.0.1"]))
        #expect(answer["Vary"]?.hasSuffix(", Forwarded, X-Forwarded-Host") == true)
    }

    @Test(
        "a response that depends on the time, the address or any field is not cached, whatever the rule",
        arguments: [
            #"request.time > timestamp("2030-01-01T00:00:00Z")"#, #"request.ip == "192.0.2.1""#,
            #"request.headers.exists(name, name == "x")"#,
        ])
    func notKept(_ condition: String) throws {
        let answer = try Self.ask(Self.front(condition))
        #expect(answer.status == 302 && answer["Cache-Control"] == "no-store")
    }

    @Test("a page at an address of its own is not kept: the address works for five minutes")
    func tokenPages() throws {
        let tokens = PageTokens()
        let front = try Self.front("device.bot", tokens: tokens)
        var arena = ByteArena()
        let click = PageTokens.Click(link: arena.append("https://a.link\(Self.target)"))
        let sealed = try #require(tokens.seal(click, now: front.now, by: Sealer(), in: &arena))
        let token = tokens.appendToken(sealed, to: &arena)
        let answer = try Self.ask(front, "/_fp/" + arena.string(token))
        #expect(answer.status == 302 && answer["Cache-Control"] == "no-store")
    }

    @Test("no answer of the front may be sniffed")
    func nosniff() throws {
        let front = try Self.front("device.bot")
        for target in [
            Self.target, "/", "/robots.txt", "/favicon.ico", "/_fp/x", "/.well-known/assetlinks.json", "/x/%zz",
        ] {
            #expect(try Self.ask(front, target)["X-Content-Type-Options"] == "nosniff", "\(target)")
        }
    }
}
