import Access
import ByteText
import Devices
import HTTP
import Routing
import Server

/// Records requests for links that are being tested on a phone (``LinkWatch``).
extension FrontHandler {
    /// Records the current click if its link is watched. Does not change the outcome, which is `inout` because a borrowed one
    /// would be copied.
    @inline(__always)
    func watch(
        _ kind: SeenRequest.Kind? = nil, _ outcome: inout Outcome, _ request: borrowing Request,
        _ context: RequestContext
    ) {
        if let links = watchedLinks, links.isActive { record(kind, outcome, request, context, links) }
    }

    @inline(never)
    private func record(
        _ kind: SeenRequest.Kind?, _ outcome: Outcome, _ request: borrowing Request, _ context: RequestContext,
        _ links: LinkWatch
    ) {
        // Chat apps inspect a link on the tester's own phone before anyone taps it.
        let isPerson = decider.request.purpose == .click && outcome.device?.bot != true
        guard kind == .app || isPerson else { return }
        let ruleSet = decider.evaluator.ruleSet
        let seen = SeenRequest(
            kind ?? .init(returnedFrom: outcome.returnedFrom), decision: outcome.decision.kind,
            rule: outcome.decision.rule.map { ruleSet.rules[$0].id }, page: outcome.decision.page)
        record(seen, of: decider.clickedLink, request, context, links)
    }

    /// Records that an app claims a link which was clicked before the app was installed.
    func watchInstall(of link: TextRange, _ request: borrowing Request, _ context: RequestContext) {
        guard let links = watchedLinks, links.isActive else { return }
        record(SeenRequest(.install), of: link, request, context, links)
    }

    private func record(
        _ seen: SeenRequest, of link: TextRange, _ request: borrowing Request, _ context: RequestContext,
        _ links: LinkWatch
    ) {
        let now = decider.now
        decider.withArena { arena in
            let forwarding = Forwarding(request, from: context.peer, trusted: intake.trusted, in: &arena)
            links.record(seen, of: arena[link], from: ClickIntake.address(context.peer, forwarding), at: now)
        }
    }
}

extension SeenRequest.Kind {
    fileprivate init(returnedFrom place: ReturnedFrom) {
        switch place {
        case .none: self = .click
        case .button: self = .button
        case .intent: self = .fallback
        }
    }
}
