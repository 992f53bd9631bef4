import ByteText
import HTTP
import Libevent
import Pages
import Routing

/// Clicks above what a site wants answered.
extension FrontHandler {
    /// Whether a click is above the rates of its site. One that is not is counted.
    func isAboveLimits(_ outcome: inout Outcome) -> Bool {
        guard let site = outcome.site, let limits = decider.evaluator.ruleSet.clickLimits(of: site) else {
            return false
        }
        let link = decider.clickedLink
        let path = decider.pathEnd(of: link)
        guard !limiter.admits(decider.arena[path], ofSite: site, limits, now: MonotonicClock.nanoseconds) else {
            return false
        }
        decider.recorder?.countLimited()
        return true
    }

    /// Answers such a click with 429 and the page that asks people to wait.
    func answerAboveLimits(_ site: Int?, _ request: borrowing Request, _ response: inout ResponseWriter) {
        response.begin(Status(429))
        response.fieldLines("Retry-After: 1\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-store\r\n")
        write(ErrorPage(status: 429, .tooMany), edition(of: site, request), &response)
    }
}

extension Decider {
    /// A link without its query: short links are told apart by it.
    fileprivate func pathEnd(of link: TextRange) -> TextRange { Self.withoutQuery(link, in: arena) }

    private static func withoutQuery(_ link: TextRange, in arena: borrowing ByteArena) -> TextRange {
        let bytes = arena[link]
        return link[0..<(bytes.firstIndex(of: UInt8(ascii: "?"), or: UInt8(ascii: "#"), from: 0) ?? bytes.count)]
    }
}
