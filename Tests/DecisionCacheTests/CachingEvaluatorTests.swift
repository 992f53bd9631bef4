import ByteText
import Devices
import Foundation
import Links
import Routing
import Rules
import TestSupport
import Testing

@testable import DecisionCache

/// A caching evaluator returns the same decision for every click as one without caches.
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

    /// One of a few hundred possible clicks, determined by the generator.
    struct Click {
        var link: String
        var agent: String?
        var hint: String?
        var country: String?
        var region: String?
        var network: UInt32?
        var referer: String?
        var hasProfile: Bool

        init(_ generator: inout SplitMix64) {
            link = CachingEvaluatorTests.links.randomElement(using: &generator)!
            agent = CachingEvaluatorTests.agents.randomElement(using: &generator)!
            hint = [nil, nil, "\"Android\"", "\"Windows\""].randomElement(using: &generator)!
            country = [nil, "IN", "DE"].randomElement(using: &generator)!
            region = [nil, nil, "KA", "BE"].randomElement(using: &generator)!
            network = [nil, nil, 64500, 64501].randomElement(using: &generator)!
            referer = [nil, nil, "https://t.example/"].randomElement(using: &generator)!
            hasProfile = Int.random(in: 0..<10, using: &generator) == 0
        }

        func fill(_ request: inout ClickRequest, _ arena: inout ByteArena, padding: Int) {
            // The arena's contents before the click vary.
            for _ in 0..<padding { arena.append(UInt8(ascii: "-")) }
            request.link = arena.append(link)
            if let agent { request.userAgent = arena.append(agent) }
            if let hint { request.hints.platform = arena.append(hint) }
            if let country { request.country = arena.append(country) }
            if let region { (request.region, request.city) = (arena.append(region), arena.append(region)) }
            request.network = network
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
            + (decision.appLocation.map { arena.string($0) } ?? "") + (decision.passed.map { arena.string($0) } ?? "")
            + (decision.meta?.title.map { arena.string($0) } ?? "")
    }

    private static func plain(_ ruleSet: RuleSet, _ links: (any ShortLinks)? = nil) throws -> CachingEvaluator {
        CachingEvaluator(try Evaluator(ruleSet, shortLinks: links), .off)
    }

    private static func caching(_ ruleSet: RuleSet, _ links: (any ShortLinks)? = nil) throws -> CachingEvaluator {
        CachingEvaluator(try Evaluator(ruleSet, shortLinks: links), .serving)
    }

    @Test("do not confuse an agent with the cached key of another device")
    func agentsLikeWords() throws {
        let caching = try Self.caching(try Self.twoSites("true"))
        var arena = ByteArena()
        var request = ClickRequest()
        request.link = arena.append("https://first.page.link/?link=https://www.example.com/")
        request.userAgent = arena.append(SampleClicks.android)
        request.hints.platform = arena.append("\"Windows\"")
        for _ in 0..<2 { #expect(caching.decide(request, in: &arena).device?.platform == .windows) }
        let mark = arena.count
        arena.appendWords(of: request)
        request.userAgent = arena.piece(from: mark)
        request.hints = ClientHints()
        let device = caching.evaluator.decide(request, in: &arena).device
        #expect(device?.platform != .windows)
        #expect(caching.decide(request, in: &arena).device?.platform == device?.platform)
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

    /// Devices that differ only in these properties, so that a shared decision would be wrong.
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
        for evaluator in evaluators.dropFirst() { #expect(evaluator.counts.cachedDevices > 0) }
    }

    /// For each device fact, a condition that some agents meet and others do not.
    private static let deviceConditions: [FactName: String] = [
        .devicePlatform: "device.platform == 'ios'", .deviceOSVersion: "version(device.os_version) >= version('14')",
        .deviceFormFactor: "device.form_factor == 'tablet'", .deviceInApp: "device.in_app == 'facebook'",
        .deviceBot: "device.bot", .deviceBotKind: "device.bot_kind == 'preview'",
        .deviceMayBeIPad: "device.may_be_ipad", .deviceStore: "device.store == 'amazon'",
        .deviceBrowser: "device.browser == 'firefox'",
        .deviceBrowserVersion: "version(device.browser_version) >= version('130')",
        .deviceAppName: "device.app_name == 'acme'",
    ]
    private static let mozilla = "Mozilla/5.0 "
    private static let safari = " AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
    private static let devices = [
        "(Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
        "(Linux; Android 13; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
        "(Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Mobile Safari/537.36",
        "(Linux; Android 14; SM-X900) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
        "(Linux; Android 11; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
        "(Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0",
        "(iPhone; CPU iPhone OS 17_5 like Mac OS X)" + safari, "(iPhone; CPU iPhone OS 12_5 like Mac OS X)" + safari,
        "(iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 "
            + "[FBAN/FBIOS;FBAV/450.0]",
        "(iPad; CPU OS 17_5 like Mac OS X)" + safari,
        "(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
        "(compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "(compatible; Discordbot/2.0)",
        "(Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0",
    ]

    private static func twoSites(_ condition: String) throws -> RuleSet {
        func site(_ name: String) -> String {
            """
            site: \(name)
            hosts: [\(name).page.link]
            authorized_domains: [www.example.com]
            apps:
              - android: {package: com.\(name).one}
              - android: {package: com.\(name).two, minimum_version: "3"}
              - ios: {bundle: com.\(name).one, team: ABCDE12345, app_store_id: "1"}
              - ios: {bundle: com.\(name).two, team: ABCDE12345, app_store_id: "2"}
            rules:
              - name: met
                when: "\(condition)"
                then: {continue_redirect: {to: "https://www.example.com/met"}}
                because: Yes.
              - {name: other, then: app_open, because: No.}
            """
        }
        // No rules for all sites: the shipped ones read further device facts and would hide the effect of these rules.
        let folder = try ScratchFolder()
        for name in ["first", "second"] { try folder.file("sites/\(name).yaml", site(name)) }
        let loaded = try withExtendedLifetime(folder) { try RuleDirectory.load(path: folder.path) }
        #expect(loaded.sites.map(\.rules.count) == [2, 2], "\(loaded.diagnostics)")
        // Two devices that differ in nothing but the names of their apps.
        return RuleSet(
            sites: loaded.sites, rules: loaded.rules, patterns: loaded.patterns, hash: loaded.hash,
            corrections: [
                DeviceCorrection(token: "Pixel 8", app: .named("acme")),
                DeviceCorrection(token: "SM-X900", app: .named("other-app")),
            ])
    }

    /// A device without one of the facts would get the decision for another.
    @Test("two sites with two apps, and rules that read one fact about devices each")
    func deviceFacts() throws {
        #expect(Set(Self.deviceConditions.keys) == Set(FactName.allCases.filter { $0.origin == .device }))
        for (fact, condition) in Self.deviceConditions.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let ruleSet = try Self.twoSites(condition)
            let plain = CachingEvaluator(try Evaluator(ruleSet), .off)
            let caching = [
                CachingEvaluator(try Evaluator(ruleSet), .serving),
                CachingEvaluator(try Evaluator(ruleSet), .logs(workers: 1)),
            ]
            var answers: Set<Bool> = []
            var generator = SplitMix64(seed: UInt64(fact.rawValue))
            for turn in 0..<400 {
                var click = Click(&generator)
                (click.hint, click.hasProfile) = (nil, false)
                click.agent = Self.mozilla + Self.devices.randomElement(using: &generator)!
                let (site, app) = (Bool.random(using: &generator), Bool.random(using: &generator))
                let (name, number) = (site ? "first" : "second", app ? "one" : "two")
                click.link =
                    "https://\(name).page.link/?link=https://www.example.com/&apn=com.\(name).\(number)"
                    + "&ibi=com.\(name).\(number)"
                let expected = Self.answer(plain, click, padding: turn % 7)
                answers.insert(expected.contains("example.com/met"))
                for evaluator in caching {
                    #expect(
                        Self.answer(evaluator, click, padding: turn % 5) == expected, "\(fact), turn \(turn): \(click)")
                }
            }
            #expect(answers == [true, false], "\(fact) tells none of the devices apart")
            for evaluator in caching { #expect(evaluator.counts.cachedDevices > 100, "\(fact)") }
        }
    }

    /// A store whose only link changes, ends and comes back.
    private final class ChangingLinks: ShortLinks {
        var longLink: String?
        /// The target of clicks after the link's end.
        var later: String?

        func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
            guard arena[key].equals("example.page.link/STORE") else { return .refused(.unknownLink) }
            if let longLink { return .found(longLink: arena.append(longLink), id: 7) }
            return later.map { .over(.linkExpired, target: arena.append($0)) } ?? .refused(.linkExpired)
        }
    }

    /// A store that reports whether it has changed, and counts the lookups of its only link.
    private final class SteadyLinks: ShortLinks {
        var longLink = "https://www.example.com/1"
        var id: UInt64 = 1
        var state: UInt64 = 1
        var isSteady = true
        var lookups = 0

        func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
            lookups += 1
            return .found(longLink: arena.append(longLink), id: id)
        }

        var steadyState: LinksState? { isSteady ? LinksState(number: state) : nil }
        func isLatest(_ state: LinksState) -> Bool { state.number == self.state }
    }

    /// A link that was deleted and recreated has the same target but another ID, so clicks must not count for the old
    /// link.
    @Test("a short link is looked up once for each state of the store, unless its answer depends on more")
    func steadyLinks() throws {
        let links = SteadyLinks()
        let caching = try Self.caching(shippedRules(), links)
        func click() -> (target: String?, id: UInt64?, lookups: Int) {
            var request = ClickRequest()
            var arena = ByteArena()
            request.link = arena.append("https://example.page.link/STORE")
            request.userAgent = arena.append(SampleClicks.desktop)
            let before = links.lookups
            let outcome = caching.decide(request, in: &arena)
            return (outcome.decision.target.map { arena.string($0) }, outcome.linkID, links.lookups - before)
        }
        for _ in 0..<3 { _ = click() }
        for _ in 0..<3 { #expect(click() == ("https://www.example.com/1", 1, 0)) }
        (links.state, links.id) = (2, 2)
        for _ in 0..<3 { #expect(click() == ("https://www.example.com/1", 2, 1)) }
        (links.state, links.longLink) = (3, "https://www.example.com/2")
        #expect(click() == ("https://www.example.com/2", 2, 1))
        for _ in 0..<2 { _ = click() }
        for _ in 0..<3 { #expect(click() == ("https://www.example.com/2", 2, 0)) }
        (links.state, links.isSteady) = (4, false)
        for _ in 0..<3 { #expect(click() == ("https://www.example.com/2", 2, 1)) }
    }

    /// A store with one link, which can also be found case-insensitively.
    private final class SpelledLinks: ShortLinks {
        var code = "Sale"
        private(set) var exactly = 0

        func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
            exactly += 1
            guard arena[key].equals(utf8Of: "example.page.link/\(code)") else { return .refused(.unknownLink) }
            return .found(longLink: arena.append("https://www.example.com/\(code)"), id: 7)
        }

        func find(inAnyCase key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
            guard arena.string(key).lowercased() == "example.page.link/\(code.lowercased())" else {
                return .refused(.unknownLink)
            }
            return .found(longLink: arena.append("https://www.example.com/\(code)"), id: 7)
        }
    }

    /// Regression: a link found case-insensitively was later looked up by its exact code, so a remembered click failed.
    @Test("a link that was found in another case is looked up so again", arguments: [false, true])
    func otherCase(ignoresCase: Bool) throws {
        let links = SpelledLinks()
        let folder = try RulesFolder(
            site: #"{"site": "example", "hosts": ["example.page.link"], "authorized_domains": ["www.example.com"], "#
                + #""codes": "\#(ignoresCase ? "any_case" : "exact")", "links": {"File": "https://www.example.com/file"}}"#
        )
        let rules = try withExtendedLifetime(folder) { RuleSet(try RuleDirectory.load(path: folder.path)) }
        let caching = try Self.caching(rules, links)
        func target(_ code: String) -> String? {
            var request = ClickRequest()
            var arena = ByteArena()
            request.link = arena.append("https://example.page.link/\(code)")
            request.userAgent = arena.append(SampleClicks.desktop)
            return caching.decide(request, in: &arena).decision.target.map { arena.string($0) }
        }
        for _ in 0..<5 {
            #expect(target("SALE") == (ignoresCase ? "https://www.example.com/Sale" : nil))
            #expect(target("file") == (ignoresCase ? "https://www.example.com/file" : nil))
        }
        #expect(ignoresCase == (links.exactly == 0))
        links.code = "saLE"
        #expect(target("SALE") == (ignoresCase ? "https://www.example.com/saLE" : nil))
        #expect(target("Sale") == (ignoresCase ? "https://www.example.com/saLE" : nil))
    }

    @Test("where a link leads that is over is looked up each time, too")
    func laterTargets() throws {
        let links = ChangingLinks()
        let (plain, caching) = (try Self.plain(shippedRules(), links), try Self.caching(shippedRules(), links))
        var generator = SplitMix64(seed: 4)
        var click = Click(&generator)
        (click.link, click.agent, click.hint, click.hasProfile) =
            ("https://example.page.link/STORE", SampleClicks.android, nil, false)
        let (one, two) = ("https://www.example.com/one", "https://www.example.com/two")
        var seen: Set<String> = []
        for (turn, later) in [one, one, one, two, two, nil, nil, "https://evil.example/", one, two].enumerated() {
            links.later = later
            let expected = Self.answer(plain, click, padding: turn)
            #expect(Self.answer(caching, click, padding: turn) == expected, "turn \(turn)")
            #expect(expected.contains(later ?? "link-expired") != (later == "https://evil.example/"), "\(expected)")
            seen.insert(expected)
        }
        #expect(seen.count >= 3)
    }

    @Test("a short link of the store is looked up each time; its target may change at any time")
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
        let turns = [first, first, first, first, second, second, nil, nil, second, first, first]
        for (turn, link) in turns.enumerated() {
            links.longLink = link
            let expected = Self.answer(plain, click, padding: turn)
            #expect(Self.answer(caching, click, padding: turn) == expected, "turn \(turn)")
        }
        #expect(Self.answer(plain, click, padding: 0).contains("https://www.example.com/1"))
    }

    @Test("what a click passes on is its own, cached or not")
    func passedParameters() throws {
        let folder = try RulesFolder(
            site: #"{"site": "example", "hosts": ["example.page.link"], "authorized_domains": ["www.example.com"], "#
                + #""pass_parameters": ["gclid", "utm_*"], "links": {"WXYZ": "https://www.example.com/?a=1#f"}}"#)
        let ruleSet = try withExtendedLifetime(folder) { RuleSet(try RuleDirectory.load(path: folder.path)) }
        let (plain, caching) = (try Self.plain(ruleSet, nil), try Self.caching(ruleSet, nil))
        var generator = SplitMix64(seed: 9)
        var targets: Set<String> = []
        for turn in 0..<200 {
            var click = Click(&generator)
            let query = ["", "?gclid=1", "?gclid=2", "?x=1", "?utm_a=b&gclid=1&x"].randomElement(using: &generator)!
            click.link = "https://example.page.link/WXYZ\(query)"
            let expected = Self.answer(plain, click, padding: turn)
            #expect(Self.answer(caching, click, padding: turn) == expected, "turn \(turn)")
            targets.insert(expected)
        }
        #expect(targets.count > 3)
    }
}

/// The shipped rules.
func shippedRules() throws -> RuleSet {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    return RuleSet(try RuleDirectory.load(path: root.appending(path: "rules").path))
}
