import ByteText
import Libevent
import Links
import Routing

/// The limits that apply to a click. None apply to one that was admitted before, and returns.
struct ClickLimits: OptionSet {
    let rawValue: UInt8

    /// The link's maximum of clicks.
    static let maximum = ClickLimits(rawValue: 1)
    /// The rates of site and link. They don't apply to requests of apps.
    static let rates = ClickLimits(rawValue: 2)
    static let all: ClickLimits = [.maximum, .rates]
}

/// Refusing clicks above the rate of their site or link.
extension Decider {
    /// Refuses a click that exceeds a rate; otherwise counts it.
    ///
    /// Requests that are passed on to the server behind a proxy are not clicks: those for unknown links, and links to themselves.
    func refuseAboveLimits(_ outcome: inout Outcome) {
        guard let site = outcome.site else { return }
        let limits = self.site(site, has: .limitsClicks) ? withRuleSet { $0.clickLimits(of: site) } : nil
        var perLink = limits?.perLink
        if let id = outcome.linkID, let rate = links?.clicksPerSecond(of: id) { perLink = rate }
        guard perLink != nil || limits?.perSite != nil else { return }
        refuse(&outcome, above: perLink, limits?.perSite, ofSite: site)
    }

    /// Outlined, since most clicks have no rate limit.
    @inline(never)
    private func refuse(_ outcome: inout Outcome, above perLink: Int?, _ perSite: Int?, ofSite site: Int) {
        guard !outcome.decision.isOfUnknownLink, !isLoop(outcome.decision) else { return }
        let path = Self.withoutQuery(clickedLink, in: arena)
        let isAdmitted = limiter.admits(
            arena[path], ofSite: site, perLink: perLink, perSite: perSite, now: MonotonicClock.nanoseconds)
        guard !isAdmitted else { return }
        outcome.refuse(LinkFault(.tooManyClicks))
        recorder?.countLimited()
    }

    /// A link without its query: the key of short links.
    private static func withoutQuery(_ link: TextRange, in arena: borrowing ByteArena) -> TextRange {
        let bytes = arena[link]
        return link[0..<(bytes.firstIndex(of: UInt8(ascii: "?"), or: UInt8(ascii: "#"), from: 0) ?? bytes.count)]
    }
}

extension Outcome {
    /// Replaces the decision with a refusal without a page of its own.
    mutating func refuse(_ fault: LinkFault) {
        var refusal = Decision(kind: .error, status: fault.code.status)
        refusal.error = .fault(fault)
        refusal.inApp = decision.inApp
        refusal.carriesAction = decision.carriesAction
        decision = refusal
    }

    /// Whether the decision is a refusal for a given reason.
    func isRefused(for code: LinkFault.Code) -> Bool {
        guard case .fault(let fault) = decision.error else { return false }
        return fault.code == code
    }
}

extension Decision {
    /// Whether the link is unknown here, so that another server should handle the request.
    var isOfUnknownLink: Bool {
        guard case .fault(let fault) = error else { return false }
        return fault.code == .unknownSite || fault.code == .unknownLink
    }

    /// Whether there is no link at the address, or can't be one.
    var isOfNoLink: Bool {
        guard case .fault(let fault) = error else { return false }
        return isOfUnknownLink || fault.isOfAddress
    }
}
