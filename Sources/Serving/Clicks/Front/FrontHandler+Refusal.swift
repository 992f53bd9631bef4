import ByteText
import HTTP
import Links
import Pages
import Routing

/// Refusal pages.
extension FrontHandler {
    /// Refuses a link by its decision.
    func refuse(_ outcome: Outcome, _ request: borrowing Request, _ response: inout ResponseWriter) {
        if outcome.isRefused(for: .passwordRequired) { return showPassword(.asked, outcome.site, request, &response) }
        let decision = outcome.decision
        let status = Int(decision.status)
        var page = ErrorPage(status: status, LinkSituation(status: status))
        switch decision.error {
        case .fault(let fault): page = self.page(of: fault)
        case .rule:
            page.statement = decider.evaluator.ruleSet.appendMessage(of: decision, to: &decider.arena)
        case nil: break
        }
        refuse(page, site: outcome.site, request, &response)
    }

    /// Refuses a link because of a fault.
    func refuse(_ fault: LinkFault, _ request: borrowing Request, _ response: inout ResponseWriter) {
        refuse(page(of: fault), site: nil, request, &response)
    }

    /// Refuses a request.
    ///
    /// - Parameter detail: The technical reason, in English.
    func refuse(
        _ status: Int, _ situation: LinkSituation, detail: String = "", _ request: borrowing Request,
        _ response: inout ResponseWriter
    ) {
        let detail = decider.arena.append(detail)
        refuse(ErrorPage(status: status, situation, detail: detail), site: nil, request, &response)
    }

    private func refuse(
        _ page: ErrorPage, site: Int?, _ request: borrowing Request, _ response: inout ResponseWriter
    ) {
        var page = page
        page.statement = decider.masked(page.statement)
        page.detail = decider.masked(page.detail)
        response.begin(Status(UInt16(page.status)))
        if page.status == Int(Status.tooManyRequests.code) { response.field("Retry-After", 1) }
        response.fieldLines("Referrer-Policy: no-referrer\r\nCache-Control: no-store\r\n")
        write(page, edition(of: site, request), &response)
    }

    /// The page of a fault. Faults that visitors can't resolve are also described in the terms of link authors, below the
    /// main text.
    private func page(of fault: LinkFault) -> ErrorPage {
        let situation = LinkSituation(fault.code)
        let isTechnical = [.invalid, .refused, .failed].contains(situation) || fault.code == .unknownSite
        let detail = isTechnical ? fault.appendMessage(to: &decider.arena) : .empty
        return ErrorPage(status: Int(fault.code.status), situation, detail: detail)
    }
}

extension LinkSituation {
    /// The meaning of a fault for a visitor.
    init(_ code: LinkFault.Code) {
        self =
            switch code {
            case .unknownSite, .unknownLink: .notFound
            case .linkNotStarted: .notStarted
            case .linkExpired: .expired
            case .linkUsedUp: .usedUp
            case .linkDisabled, .siteDisabled: .paused
            case .linkDeleted: .deleted
            case .linkUnsafe: .unsafe
            case .passwordRequired: .locked
            case .tooManyClicks: .tooMany
            case .storeUnavailable: .unavailable
            case .noRuleMatched: .failed
            case .urlPatternMismatch, .deniedTarget, .unauthorizedContinueURI: .refused
            default: .invalid
            }
    }
}
