import ByteText
import Devices
import Foundation
import Links
import Routing
import Rules
import TestSupport
import Testing

@testable import DecisionCache

/// An evaluator behind caches answers every click as one without.
@Suite("The caches of serving")
struct CachingEvaluatorTests {
    static let links = [
        SampleClicks.dynamicLink, SampleClicks.mailLink,
        SampleClicks.dynamicLink + "&st=T&sd=D&si=https://x.example/i.png",
        "https://example.page.link/WXYZ", "https://example.page.link/WXYZ?d=1", "https://example.page.link/NONE",
        "https://example.page.link/?link=https%3A%2F%2Fevil.example%2F", "https://nowhere.example/", "no link",
        "HTTPS://Example.page.link/?link=https://www.example.com/caf\u{E9}&apn=com.example.android&efr=1&ibi=com.example.ios",
        "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F" + String(repeating: "long", count: 400),
        "https://example.page.link/?link=https://www.example.com/&apn=com.stranger.app&afl=https://www.example.com/afl",
    ]
    static let agents: [String?] =
        [
            SampleClicks.android, SampleClicks.iPhone, SampleClicks.desktop, SampleClicks.unfurler,
        ] + [nil, "", "Slackbot-LinkExpanding 1.0"]

    /// One click of a few hundred that there are; the same number makes the same click.
    struct Click {
        var link: String
        var agent: String?
        var hint: String?
        var country: String?
        var referer: String?
        var hasProfile: Bool

        init(_ generator: inout SplitMix64) {
            link = CachingEvaluatorTests.links.randomElement(using: &generator)!
            agent = CachingEvaluatorTests.agents.randomElement(using: &generator)!
            hint = [nil, nil, "\"Android\"", "\"Windows\""].randomElement(using: &generator)!
            country = [nil, "IN", "DE"].randomElement(using: &generator)!
            referer = [nil, nil, "https://t.example/"].randomElement(using: &generator)!
            hasProfile = Int.random(in: 0..<10, using: &generator) == 0
        }

        func fill(_ request: inout ClickRequest, _ arena: inout ByteArena, padding: Int) {
            // What lies before the click in the arena differs from one time to the next.
            for _ in 0..<padding { arena.append(UInt8(ascii: "-")) }
            request.link = arena.append(link)
            if let agent { request.userAgent = arena.append(agent) }
            if let hint { request.hints.platform = arena.append(hint) }
            if let country { request.country = arena.append(country) }
            if let referer { request.referer = arena.append(referer) }
            if hasProfile { request.profile = DeviceProfile(apps: [AppReport(state: .absent)]) }
            request.time = Int64(padding)
        }
    }

    static func answer(_ evaluator: CachingEvaluator, _ click: Click, padding: Int) -> String {
        var request = ClickRequest()
        var arena = ByteArena(capacity: 16)
        click.fill(&request, &arena, padding: padding)
        let outcome = evaluator.decide(request, in: &arena)
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { evaluator.ruleSet.write(outcome, id: nil, arena: arena, to: &$0) }
        let decision = outcome.decision
        return String(decoding: output, as: UTF8.self) + " \(outcome.site ?? -1) \(outcome.linkID ?? 0)"
            + " \(outcome.beside.indices(in: arena)) \(outcome.device.map { arena.string($0.osVersion) } ?? "-")"
            + (decision.appLocation.map { arena.string($0) } ?? "")
            + (decision.meta?.title.map { arena.string($0) } ?? "")
    }

    private static func plain(_ ruleSet: RuleSet, _ links: (any ShortLinks)? = nil) throws -> CachingEvaluator {
        CachingEvaluator(try Evaluator(ruleSet, shortLinks: links), .off)
    }

    private static func caching(_ ruleSet: RuleSet, _ links: (any ShortLinks)? = nil) throws -> CachingEvaluator {
        CachingEvaluator(try Evaluator(ruleSet, shortLinks: links), .serving)
    }

    @Test("clicks in any order, again and again", arguments: [1, 2, 3] as [UInt64])
    func isTheSame(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let (plain, caching) = (try Self.plain(shippedRules()), try Self.caching(shippedRules()))
        for turn in 0..<3000 {
            let click = Click(&generator)
            let padding = Int.random(in: 0..<64, using: &generator)
            let expected = Self.answer(plain, click, padding: padding)
            try #require(
                Self.answer(caching, click, padding: padding) == expected, "seed \(seed), turn \(turn): \(click)")
        }
    }

    /// Devices that differ in nothing else: an answer for one of them would be wrong for the others.
    @Test("rules that read store, browser and its version get answers of their own for each")
    func storesAndBrowsers() throws {
        let rules = """
            site: example
            hosts: [example.page.link]
            authorized_domains: [www.example.com]
            rules:
              - name: fire
                when: device.store == "amazon"
                then: {continue_redirect: {to: "https://www.example.com/amazon"}}
                because: It is Amazon's.
              - name: versions
                when: device.browser == "firefox" && version(device.browser_version) >= version("142")
                then: {continue_redirect: {to: "https://www.example.com/{device.browser_version}"}}
                because: It is new.
              - name: firefox
                when: device.browser == "firefox"
                then: {continue_redirect: {to: "https://www.example.com/old"}}
                because: It is old.
              - name: others
                then: continue_redirect
                because: It is another one.
            """
        let folder = try RulesFolder(site: rules)
        let ruleSet = RuleSet(try withExtendedLifetime(folder) { try RuleDirectory.load(path: folder.path) })
        let evaluators = try [
            CachingEvaluator(Evaluator(ruleSet), .off), CachingEvaluator(Evaluator(ruleSet), .serving),
            CachingEvaluator(Evaluator(ruleSet), .logs(workers: 1)),
        ]
        let clicks = [
            ("KFTRWI", "Chrome/138.0", "amazon"), ("KFTRWI", "Firefox/142.0", "amazon"), ("Other", "Chrome/138.0", ""),
            ("Other", "Firefox/141.0", "old"), ("Other", "Firefox/142.0", "142.0"), ("Other", "Firefox/143.0", "143.0"),
        ]
        for _ in 0..<4 {
            for (model, browser, page) in clicks {
                for evaluator in evaluators {
                    var request = ClickRequest()
                    var arena = ByteArena()
                    request.link = arena.append("https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F")
                    request.userAgent = arena.append(
                        "Mozilla/5.0 (Linux; Android 11; \(model)) AppleWebKit/537.36 (KHTML, like Gecko) \(browser)")
                    let target = evaluator.decide(request, in: &arena).decision.target.map { arena.string($0) }
                    #expect(target == "https://www.example.com/\(page)", "\(model) \(browser)")
                }
            }
        }
        for evaluator in evaluators.dropFirst() { #expect(evaluator.counts.cachedDecisions > 0) }
    }

    /// Whether the first, the second and the third time of a click were answered from the cache.
    private static func hits(_ link: String, agent: String) throws -> [Bool] {
        let evaluator = try caching(shippedRules())
        return (0..<3).map { _ in
            let before = evaluator.counts.cachedDecisions
            var request = ClickRequest()
            var arena = ByteArena()
            request.link = arena.append(link)
            request.userAgent = arena.append(agent)
            _ = evaluator.decide(request, in: &arena)
            return evaluator.counts.cachedDecisions > before
        }
    }

    @Test("a click is kept when it comes for the second time")
    func secondTime() throws {
        #expect(try Self.hits(SampleClicks.dynamicLink, agent: SampleClicks.android) == [false, false, true])
    }

    /// A store whose one link changes, ends and comes back.
    private final class ChangingLinks: ShortLinks {
        var longLink: String?

        func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
            guard arena[key].equals("example.page.link/STORE") else { return .refused(.unknownLink) }
            return longLink.map { .found(longLink: arena.append($0), id: 7) } ?? .refused(.linkExpired)
        }
    }

    @Test("a short link of the store is looked up each time; what it stands for may change at any moment")
    func shortLinks() throws {
        let (first, second) = (
            "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F1", "https://www.example.com/2"
        )
        let links = ChangingLinks()
        let plain = try Self.plain(shippedRules(), links)
        let caching = try Self.caching(shippedRules(), links)
        var generator = SplitMix64(seed: 4)
        var click = Click(&generator)
        (click.link, click.agent, click.hint, click.hasProfile) =
            ("https://example.page.link/STORE", SampleClicks.android, nil, false)
        let turns: [(link: String?, isHit: Bool)] = [
            (first, false), (first, false), (first, true), (first, true), (second, false), (second, true), (nil, false),
            (nil, true), (second, false), (first, false), (first, true),
        ]
        for (turn, (link, isHit)) in turns.enumerated() {
            links.longLink = link
            let hits = caching.counts.cachedDecisions
            let expected = Self.answer(plain, click, padding: turn)
            #expect(Self.answer(caching, click, padding: turn) == expected, "turn \(turn)")
            #expect((caching.counts.cachedDecisions > hits) == isHit, "turn \(turn)")
        }
        #expect(Self.answer(plain, click, padding: 0).contains("https://www.example.com/1"))
    }

    @Test("a code is never kept, and neither is what is too long")
    func secrets() throws {
        for link in [SampleClicks.mailLink, Self.links[10]] {
            #expect(try Self.hits(link, agent: SampleClicks.android) == [false, false, false], "\(link)")
        }
    }
}

/// The rules that ship.
func shippedRules() throws -> RuleSet {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    return RuleSet(try RuleDirectory.load(path: root.appending(path: "rules").path))
}
