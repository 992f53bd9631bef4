import ByteText
import DecisionCache
import Foundation
import Links
import Routing
import TestSupport
import Testing

@testable import Replay

@Suite("Short links of a store")
struct ShortLinkReplayTests {
    /// A store that is written all the time: a link gets another target, ends or begins.
    private final class RestlessLinks: ShortLinks {
        private var random = SplitMix64(seed: 5)
        private let step: UInt64
        private(set) var lookUps = 0
        private(set) var answers = Set<Int>()

        /// - Parameter step: The approximate number of look-ups after which the results change.
        init(step: UInt64) { self.step = step }

        private var state = 0

        func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink {
            lookUps += 1
            if random.next() % step == 0 { state += 1 }
            answers.insert(state % 5)
            switch state % 5 {
            case 0: return .refused(.unknownLink)
            case 1: return .refused(.linkExpired)
            case let number:
                let link =
                    "https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F\(number)&apn=com.example.android"
                return .found(longLink: arena.append(link), id: UInt64(state))
            }
        }
    }

    @Test("are looked up again where a link is cached")
    func exactness() throws {
        let rules = try TestRules.shipped()
        let (mine, theirs) = (RestlessLinks(step: 10), RestlessLinks(step: 10))
        let evaluator = try Evaluator(rules, shortLinks: mine)
        let caching = CachingEvaluator(try Evaluator(rules, shortLinks: theirs), .logs(workers: 1))
        var one = ByteArena()
        var other = ByteArena()
        for index in 0..<4_000 {
            one.reset()
            other.reset()
            func request(_ arena: inout ByteArena) -> ClickRequest {
                var request = ClickRequest()
                request.userAgent = arena.append(["Mozilla/5.0 (Linux; Android 14; Pixel 8)", "curl/8"][index % 2])
                request.link = arena.append("https://example.page.link/Code\(index % 3)")
                return request
            }
            let decision = evaluator.decide(request(&one), in: &one).decision
            let found = caching.decide(request(&other), in: &other)
            try #require(decision.target.map { one.string($0) } == found.decision.target.map { other.string($0) })
            try #require(decision.kind == found.decision.kind && decision.rule == found.decision.rule)
            // The numbers of look-ups are equal if the cache makes one per decision.
            try #require(mine.lookUps == theirs.lookUps)
        }
        #expect(mine.answers.count == 5 && caching.counts.cachedDevices > 400)
    }

    @Test("that change between two look-ups do not make a rule set differ from itself")
    func sameAnswers() throws {
        let runs = try ReplayRuns()
        let lines = (0..<2_000).map { index in
            "example.page.link 192.0.2.1 - - [01/Nov/2026:10:00:00 +0000] \"GET /Code\(index % 7) HTTP/1.1\" 302 0 \"-\" \"curl/\(index % 40)\""
        }
        let log = try runs.log("log", lines)
        let rules = try TestRules.shipped()
        let source: ShortLinkSource = { RestlessLinks(step: 2) }
        let same = try runs.sums([log], rules, against: rules, workers: 2, shortLinks: source)
        #expect(same.changes?.comparedCount == 2_000 && same.changes?.changedCount == 0)
        let other = try runs.sums(
            [log], rules, against: rules, workers: 2, shortLinks: source,
            shortLinksBefore: { RestlessLinks(step: 3) })
        #expect(other.changes?.changedCount ?? 0 > 100, "or the test proves nothing")
    }
}
