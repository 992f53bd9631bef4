import ByteText
import DecisionCache
import Devices
import Routing
import TestSupport
import Testing

@testable import Replay

@Suite("Decisions of a log from the caches")
struct CachedReplayTests {
    @Test("is what the evaluator decides, whatever the rules look at")
    func exactness() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var clicks = Clicks(random: SplitMix64(seed: seed))
        let evaluator = try Evaluator(CuriousRules.ruleSet)
        let caching = CachingEvaluator(try Evaluator(CuriousRules.ruleSet), .logs(workers: 1))
        var one = ByteArena()
        var other = ByteArena()
        var request = ClickRequest()
        var same = ClickRequest()
        for _ in 0..<20_000 {
            let parts = clicks.parts()
            Self.fill(&request, parts, &one)
            Self.fill(&same, parts, &other)
            let plain = evaluator.decide(request, in: &one)
            let cached = caching.decide(same, in: &other)
            let (expected, found) = (plain.told(in: one), cached.told(in: other))
            try #require(expected == found, "seed \(seed), \(parts)")
            if let device = plain.device {
                let known = try #require(cached.device)
                #expect(device.platform == known.platform && device.inApp == known.inApp, "seed \(seed)")
                #expect(one.string(device.osVersion) == other.string(known.osVersion), "seed \(seed)")
            }
        }
        #expect(caching.counts.cachedDevices > 15_000, "the cache was not put to the test")
    }

    @Test("is evicted when the cache is full, and stays exact")
    func forgetting() throws {
        let evaluator = try Evaluator(CuriousRules.ruleSet)
        let caching = CachingEvaluator(try Evaluator(CuriousRules.ruleSet), .logs(workers: 256))
        var one = ByteArena()
        var other = ByteArena()
        var request = ClickRequest()
        var same = ClickRequest()
        for index in 0..<12_000 {
            // Each link occurs twice, the second time soon after the first.
            let link = "/?link=https%3A%2F%2Fwww.example.com%2F\(index / 4 * 2 + index % 2)&apn=com.example.android"
            let parts = Clicks.Parts(
                target: link, agent: "agent \(index)", referer: nil, language: nil, country: nil, ip: nil, time: nil)
            Self.fill(&request, parts, &one)
            Self.fill(&same, parts, &other)
            let plain = evaluator.decide(request, in: &one)
            try #require(plain.told(in: one) == caching.decide(same, in: &other).told(in: other), "\(index)")
        }
    }

    static func fill(_ request: inout ClickRequest, _ parts: Clicks.Parts, _ arena: inout ByteArena) {
        arena.reset()
        request.reset()
        request.userAgent = parts.agent.map { arena.append($0) }
        request.referer = parts.referer.map { arena.append($0) }
        request.acceptLanguage = parts.language.map { arena.append($0) }
        request.country = parts.country.map { arena.append($0) }
        request.ip = parts.ip.map { arena.append($0) }
        request.time = parts.time
        request.link = arena.append("https://example.page.link" + parts.target)
    }
}

extension Clicks {
    struct Parts {
        var target: String
        var agent, referer, language, country, ip: String?
        var time: Int64?

        init(
            target: String, agent: String?, referer: String?, language: String?, country: String?, ip: String?,
            time: Int64?
        ) {
            self.target = target
            (self.agent, self.referer, self.language) = (agent, referer, language)
            (self.country, self.ip, self.time) = (country, ip, time)
        }
    }

    mutating func parts() -> Parts {
        Parts(
            target: pick(Self.targets), agent: pick(Self.agents + [nil, ""]),
            referer: pick([nil, nil, "https://mail.example.com/", "https://t.example/", ""]),
            language: pick([nil, nil, nil, "hi", "en", "hi, en"]), country: pick([nil, nil, nil, "IN", "DE"]),
            ip: pick([nil, nil, "203.0.113.1", "198.51.100.1"]), time: pick([nil, 1_795_241_700, 1_795_241_731]))
    }
}
