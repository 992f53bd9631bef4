import ByteText
import Libevent
import Links
import Routing

/// Clicks above what a site, or the link itself, wants answered.
extension Decider {
    /// Replaces what was decided for a click above a rate by the refusal. A click that is not is counted.
    ///
    /// What leads on to the server behind a proxy is none of the site's links: neither an address that is not one, nor a link to
    /// itself.
    func refuseAboveLimits(_ outcome: inout Outcome) {
        guard let site = outcome.site else { return }
        let limits = self.site(site, has: .limitsClicks) ? withRuleSet { $0.clickLimits(of: site) } : nil
        var perLink = limits?.perLink
        if let id = outcome.linkID, let rate = links?.clicksPerSecond(of: id) { perLink = rate }
        guard perLink != nil || limits?.perSite != nil else { return }
        refuse(&outcome, above: perLink, limits?.perSite, ofSite: site)
    }

    /// Apart from those clicks that no rate is stated for, which are most.
    @inline(never)
    private func refuse(_ outcome: inout Outcome, above perLink: Int?, _ perSite: Int?, ofSite site: Int) {
        guard !outcome.decision.isOfUnknownLink, !isLoop(outcome.decision) else { return }
        let path = Self.withoutQuery(clickedLink, in: arena)
        let isAdmitted = limiter.value.admits(
            arena[path], ofSite: site, perLink: perLink, perSite: perSite, now: MonotonicClock.nanoseconds)
        guard !isAdmitted else { return }
        outcome.refuse(LinkFault(.tooManyClicks))
        recorder?.countLimited()
    }

    /// A link without its query: short links are told apart by it.
    private static func withoutQuery(_ link: TextRange, in arena: borrowing ByteArena) -> TextRange {
        let bytes = arena[link]
        return link[0..<(bytes.firstIndex(of: UInt8(ascii: "?"), or: UInt8(ascii: "#"), from: 0) ?? bytes.count)]
    }
}

extension Outcome {
    /// Replaces the decision by a refusal without a page of its own.
    mutating func refuse(_ fault: LinkFault) {
        var refusal = Decision(kind: .error, status: fault.code.status)
        refusal.error = .fault(fault)
        refusal.inApp = decision.inApp
        refusal.carriesAction = decision.carriesAction
        decision = refusal
    }

    /// Whether the decision is a refusal for a fault.
    func isRefused(for code: LinkFault.Code) -> Bool {
        guard case .fault(let fault) = decision.error else { return false }
        return fault.code == code
    }
}

extension Decision {
    /// Whether the link is not one of ours, so that another server should answer the request.
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
