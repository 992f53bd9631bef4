import ByteText
import Foundation
import Routing
import TestSupport
import Testing

@testable import Daemon
@testable import Server

/// How many clicks a second a site's links may have.
@Suite("Limits of clicks")
struct ClickLimitTests {
    private static func admitted(
        _ limiter: inout ClickLimiter, _ link: String = "https://a.link/x", site: Int = 0, perSite: Int? = nil,
        perLink: Int? = nil, at milliseconds: UInt64, count: Int = 1
    ) -> Int {
        var limits = ClickLimitsDefinition()
        (limits.perSite, limits.perLink) = (perSite, perLink)
        let bytes = Array(link.utf8)
        return (0..<count).count { _ in
            limiter.admits(bytes.span, ofSite: site, limits, now: 5_000_000_000 + milliseconds * 1_000_000)
        }
    }

    @Test("a second's worth may come at once, and then as many as the rate allows")
    func rate() {
        var limiter = ClickLimiter()
        #expect(Self.admitted(&limiter, perSite: 10, at: 0, count: 50) == 10)
        #expect(Self.admitted(&limiter, perSite: 10, at: 99, count: 50) == 0)
        #expect(Self.admitted(&limiter, perSite: 10, at: 100, count: 50) == 1)
        #expect(Self.admitted(&limiter, perSite: 10, at: 600, count: 50) == 5)
        #expect(Self.admitted(&limiter, perSite: 10, at: 60_000, count: 50) == 10)
        // Another site has its own.
        #expect(Self.admitted(&limiter, site: 7, perSite: 10, at: 60_000, count: 50) == 10)
    }

    @Test("each link has its rate, and what is above it does not count against the site")
    func links() {
        var limiter = ClickLimiter()
        #expect(Self.admitted(&limiter, "https://a.link/hot", perSite: 100, perLink: 5, at: 0, count: 1_000) == 5)
        for index in 0..<19 {
            #expect(Self.admitted(&limiter, "https://a.link/\(index)", perSite: 100, perLink: 5, at: 0, count: 9) == 5)
        }
        #expect(Self.admitted(&limiter, "https://a.link/last", perSite: 100, perLink: 5, at: 0, count: 9) == 0)
    }

    @Test("any number of links takes the same memory, and none is refused that has a rate left")
    func manyLinks() {
        var limiter = ClickLimiter()
        for index in 0..<20_000 {
            #expect(Self.admitted(&limiter, "https://a.link/\(index)", perLink: 1, at: UInt64(index / 100)) == 1)
        }
    }

    @Test("clicks above the limit get 429, Retry-After and the page; without limits there are none")
    func answers() throws {
        func statuses(_ limits: String) throws -> [Int: Int] {
            let site = ParityCase.site.replacing(#""rules": ["#, with: limits + #""rules": ["#)
            let daemon = try DaemonInMemory(site: site)
            let answers = try (0..<40).map { _ in
                try daemon.click("/WXYZ", fields: ["User-Agent": Agents.windows])
            }
            for answer in answers where answer.status == 429 {
                #expect(answer["Retry-After"] == "1" && answer["Cache-Control"] == "no-store")
                #expect(answer.body.contains("Too many requests"))
            }
            return Dictionary(grouping: answers, by: \.status).mapValues(\.count)
        }
        #expect(try statuses("")[429] == nil)
        // A busy machine may take longer than a second for forty clicks, and then answers more of them.
        let site = try statuses(#""limits": {"clicks_per_second": 1}, "#)
        #expect((site[429] ?? 0) > 0 && site.count == 2, "\(site)")
        let link = try statuses(#""limits": {"clicks_per_link_per_second": 1}, "#)
        #expect((link[429] ?? 0) > 0 && link.count == 2, "\(link)")
    }
}
