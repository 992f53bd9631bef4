import Access
import ByteText
import HTTP
import LinkStore
import Links
import Pages
import Routing
import Server

/// Links with a password: a click on one gets a page with a form, which submits the password to the page's own address.
///
/// A right password leads to the web: never to an app or a store page, and only for this request. Until then, a link with
/// a password is refused wherever it is decided, so nothing reveals its target.
extension FrontHandler {
    /// Responds to a submitted password, now or later.
    func answerPassword(
        _ form: PasswordForm, _ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter
    ) {
        begin()
        let arrival = intake.begin(request, context.peer)
        guard fillSubmitted(arrival, request, context, &response) else { return }
        decider.forgetQuestion()
        let isPreview = decider.turnToPreview()
        if decider.awaitsSource(context, &response) { return }
        var outcome = decider.decidePeeking()
        decider.noteMissingLink(of: &outcome)
        if decider.awaitsSource(context, &response) { return }
        guard outcome.isRefused(for: .passwordRequired), let asked = outcome.shortLink,
            let hash = decider.password(of: asked)
        else { return answerOpen(outcome, request, &response) }
        let key = decider.bytes(asked.key)
        switch verdict(on: form, hash, of: key, arrival.forwarding, context) {
        case .right:
            decider.unlock(key)
            follow(isPreview: isPreview, request, context, &response)
            decider.lock()
        case .wrong: showPassword(.wrong, outcome.site, request, &response)
        case .tooMany(let delay): showPassword(.tooMany(delay: delay), outcome.site, request, &response)
        case .pending: response.deferAnswer()
        }
    }

    private enum Verdict {
        case right, wrong, pending
        case tooMany(delay: Int)
    }

    private func verdict(
        on form: PasswordForm, _ hash: String, of key: [UInt8], _ forwarding: Forwarding, _ context: RequestContext
    ) -> Verdict {
        if let verdict = passwords.verdict(on: context.ticket), verdict.hash == hash {
            return verdict.isRight ? .right : .wrong
        }
        guard (1...LinkRecord.maximumPassword).contains(form.password.count) else { return .wrong }
        let address = ClickIntake.address(context.peer, forwarding)
        let delay = passwords.begin(form.password, of: key, hash: hash, from: address, context.ticket)
        return delay.map { .tooMany(delay: $0) } ?? .pending
    }

    /// Fills in the click of a submitted form, at the address of a link or of its page; `false` if it has responded.
    private func fillSubmitted(
        _ arrival: ClickIntake.Arrival, _ request: borrowing Request, _ context: RequestContext,
        _ response: inout ResponseWriter
    ) -> Bool {
        let (forwarding, host, isKnown) = arrival
        if request.path.starts(with: ReservedPath.pages) {
            return fillOwnPage(request, context, forwarding, &response) != nil
        }
        guard !ReservedPath.contains(request.path) else {
            response.methodNotAllowed(allow: "GET, HEAD")
            return false
        }
        guard isKnown else {
            refuse(LinkFault(.unknownSite), request, &response)
            return false
        }
        let fault = intake.fill(
            host: host, port: forwarding.host == nil ? request.port : forwarding.port,
            isSecure: forwarding.isSecure ?? (context.isSecure ? true : nil), request, context.peer, forwarding)
        if let fault { refuse(400, .invalid, detail: fault, request, &response) }
        return fault == nil
    }

    /// Responds to a password for a link that needs none, or does not work: by the link's own address.
    private func answerOpen(_ outcome: Outcome, _ request: borrowing Request, _ response: inout ResponseWriter) {
        if outcome.decision.kind == .error { return refuse(outcome, request, &response) }
        lead(to: decider.request.link, of: outcome.site, status: .seeOther, &response)
    }

    /// Decides the click with the right password, and leads to the web.
    private func follow(
        isPreview: Bool, _ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter
    ) {
        if isPreview { return answerPreview(request, &response) }
        var outcome = decider.decide()
        if decider.awaitsSource(context, &response) { return }
        decider.countClick(&outcome)
        outcome.decision.cache = .noStore
        guard outcome.decision.kind != .error, outcome.decision.page == nil, let target = outcome.decision.location
        else {
            return answer(&outcome, request, &response)
        }
        // Whatever status a rule sets: others may send the password on to the target.
        lead(to: target, of: outcome.site, status: .seeOther, &response)
    }

    /// Responds with the page for a link's password.
    func showPassword(
        _ state: PasswordPage.State, _ site: Int?, _ request: borrowing Request, _ response: inout ResponseWriter
    ) {
        switch state {
        case .asked: response.begin(.ok)
        case .wrong: response.begin(.forbidden)
        case .tooMany(let delay):
            response.begin(.tooManyRequests)
            response.field("Retry-After", delay)
        }
        response.fieldLines("Referrer-Policy: no-referrer\r\nCache-Control: no-store\r\n")
        let edition = edition(of: site, request)
        write(.password, edition, &response) { edition.append(PasswordPage(state), from: decider.arena, to: &$0) }
    }
}

extension Decider {
    /// The password hash of a link that was looked up; `nil` if it has none any more.
    fileprivate func password(of asked: AskedShortLink) -> String? {
        links?.password(of: asked.key, ignoresCase: asked.ignoresCase, in: arena)
    }

    /// Decides the current click as one whose client has entered the password of a link, by its key, until ``lock()``.
    fileprivate func unlock(_ key: [UInt8]) {
        withClick { click, _ in click.isUnlocked = true }
        links?.unlocked = .link(key)
    }

    fileprivate func lock() { links?.unlocked = .nothing }
}
