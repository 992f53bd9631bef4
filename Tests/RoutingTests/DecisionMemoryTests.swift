import ByteText
import Devices
import Links
import Rules
import TestSupport
import Testing

@testable import Routing

/// An evaluator that remembers answers every click as one that does not.
@Suite("The memory of decisions")
struct DecisionMemoryTests {
    static let links = [
        SampleClicks.dynamicLink, SampleClicks.mailLink,
        SampleClicks.dynamicLink + "&st=T&sd=D&si=https://x.example/i.png",
        "https://example.page.link/WXYZ", "https://example.page.link/WXYZ?d=1", "https://example.page.link/NONE",
        "https://example.page.link/?link=https%3A%2F%2Fevil.example%2F", "https://nowhere.example/", "no link",
        "HTTPS://Example.page.link/?link=https://www.example.com/caf\u{E9}&apn=com.example.android&efr=1&ibi=com.example.ios",
        "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F" + String(repeating: "long", count: 300),
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
            link = DecisionMemoryTests.links.randomElement(using: &generator)!
            agent = DecisionMemoryTests.agents.randomElement(using: &generator)!
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

    static func answer(_ evaluator: Evaluator, _ click: Click, padding: Int) -> String {
        var request = ClickRequest()
        var arena = ByteArena(capacity: 16)
        click.fill(&request, &arena, padding: padding)
        let decision = evaluator.decide(request, in: &arena)
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { evaluator.write(decision, id: nil, arena: arena, to: &$0) }
        return String(decoding: output, as: UTF8.self) + " \(evaluator.lastSite ?? -1)"
            + (decision.appLocation.map { arena.string($0) } ?? "")
            + (decision.meta?.title.map { arena.string($0) } ?? "")
    }

    @Test("clicks in any order, again and again", arguments: [1, 2, 3] as [UInt64])
    func isTheSame(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let (plain, remembering) = (try Evaluator(Checkout.ruleSet), try Evaluator(Checkout.ruleSet, remembers: true))
        for turn in 0..<3000 {
            let click = Click(&generator)
            let padding = Int.random(in: 0..<64, using: &generator)
            let expected = Self.answer(plain, click, padding: padding)
            try #require(
                Self.answer(remembering, click, padding: padding) == expected, "seed \(seed), turn \(turn): \(click)")
        }
    }

    /// The memory of a rule set and a click's first, second and third hash and answer.
    private static func recalls(_ link: String, agent: String, in ruleSet: RuleSet) throws -> [Bool] {
        let memory = try #require(DecisionMemory(ruleSet))
        let evaluator = try Evaluator(ruleSet)
        return (0..<3).map { _ in
            var request = ClickRequest()
            var arena = ByteArena()
            request.link = arena.append(link)
            request.userAgent = arena.append(agent)
            guard let hash = memory.hash(of: request, in: arena) else { return false }
            var findings = Findings()
            if memory.recall(request, hash, into: &findings, in: &arena) != nil { return true }
            let decision = evaluator.decide(request, in: &arena)
            memory.remember(decision, of: request, hash, evaluator.findings, in: arena)
            return false
        }
    }

    @Test("a click is remembered when it comes for the second time")
    func secondTime() throws {
        let recalled = try Self.recalls(SampleClicks.dynamicLink, agent: SampleClicks.android, in: Checkout.ruleSet)
        #expect(recalled == [false, false, true])
    }

    /// A store whose one link changes, ends and comes back.
    private final class ChangingLinks: ShortLinks {
        var longLink: String?

        func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
            guard arena[key].equals("example.page.link/STORE") else { return .refused(.unknownLink) }
            return longLink.map { .found(longLink: arena.append($0), id: 7) } ?? .refused(.linkExpired)
        }
    }

    /// The version of the device is left out of what is remembered, which tells the two ways to a decision apart.
    @Test("a short link of the store is looked up each time; what it stands for may change at any moment")
    func shortLinks() throws {
        let (first, second) = (
            "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F1", "https://www.example.com/2"
        )
        let links = ChangingLinks()
        let plain = try Evaluator(Checkout.ruleSet, shortLinks: links)
        let remembering = try Evaluator(Checkout.ruleSet, shortLinks: links, remembers: true)
        var generator = SplitMix64(seed: 4)
        var click = Click(&generator)
        (click.link, click.agent, click.hint, click.hasProfile) =
            ("https://example.page.link/STORE", SampleClicks.android, nil, false)
        let turns: [(link: String?, isRemembered: Bool)] = [
            (first, false), (first, false), (first, true), (first, true), (second, false), (second, true), (nil, false),
            (nil, false), (second, true), (first, false), (first, true),
        ]
        for (turn, (link, isRemembered)) in turns.enumerated() {
            links.longLink = link
            let expected = Self.answer(plain, click, padding: turn)
            #expect(Self.answer(remembering, click, padding: turn) == expected, "turn \(turn)")
            #expect(remembering.lastLinkID == (link == nil ? nil : 7), "turn \(turn)")
            #expect(remembering.lastDevice?.platform == plain.lastDevice?.platform, "turn \(turn)")
            if link != nil { #expect(remembering.lastDevice?.osVersion.isEmpty == isRemembered, "turn \(turn)") }
        }
        #expect(Self.answer(plain, click, padding: 0).contains("https://www.example.com/1"))
    }

    @Test("a code is never remembered, and neither is what is too long")
    func secrets() throws {
        for link in [SampleClicks.mailLink, Self.links[10]] {
            let recalled = try Self.recalls(link, agent: SampleClicks.android, in: Checkout.ruleSet)
            #expect(recalled == [false, false, false], "\(link)")
        }
    }
}
