import Access
import ByteText
import HTTP
import Libevent
import Links
import Pages
import Routing
import Server

/// Responses in the format of each proxy.
extension EdgeHandler {
    func answer(
        _ style: ProxyStyle, _ request: borrowing Request, _ context: RequestContext, _ response: inout ResponseWriter
    ) {
        do throws(APIError) {
            // Only trusted proxies may report an original request.
            guard clicks.intake.trusted.contains(context.peer) else {
                let peer = context.peer.address?.description ?? (context.peer.isLocal ? "unix" : "the client")
                throw APIError(.forbidden, "\(peer) is not in trusted_peers and can't forward a request")
            }
            guard let original = try OriginalRequest.read(style, request, in: &decider.arena) else {
                return allow(nil, style, &response)
            }
            try hosts.checkProxy(request, context.peer, original: original.host, in: decider.arena)
            let forwarding = Forwarding(
                request, from: context.peer, trusted: clicks.intake.trusted, readsStandard: false,
                in: &decider.arena)
            clicks.intake.fillLink(original, isSecure: forwarding.isSecure)
            clicks.readMark()
            if let fault = clicks.intake.fillClient(request, context.peer, forwarding) {
                throw APIError(.badRequest, fault)
            }
            if original.method == .head { decider.request.purpose = .head }
            guard original.isClick, !decider.isReserved(original) else { return allow(nil, style, &response) }
            let requested = decider.request.link
            if decider.turnToPreview() { return answerPreview(requested, original, style, request, &response) }
            if decider.awaitsSource(context, &response) { return }
            var outcome = decider.decide()
            if decider.awaitsSource(context, &response) { return }
            decider.countClick(&outcome)
            clicks.watch(nil, &outcome, request, context)
            clicks.sealFallback(of: &outcome)
            answer(&outcome, original, style, request, &response)
        } catch {
            refuse(error, style, &response)
        }
    }

    /// Refuses a proxy's request. nginx accepts only 403 as refusal, and responds with 500 to any other status.
    private func refuse(_ error: APIError, _ style: ProxyStyle, _ response: inout ResponseWriter) {
        var error = error
        if style == .nginx { error.status = .forbidden }
        error.write(to: &response)
    }

    /// Redirects to the preview of the click's link, a page with its own address, since proxies can't show it. The preview is
    /// neither counted nor logged, and refused like a click if the link doesn't work.
    ///
    /// - Parameter requested: The link with its `+`, which is part of the address.
    private func answerPreview(
        _ requested: TextRange, _ original: OriginalRequest, _ style: ProxyStyle, _ request: borrowing Request,
        _ response: inout ResponseWriter
    ) {
        var outcome = decider.decidePeeking()
        if outcome.decision.kind == .error, !outcome.isRefused(for: .passwordRequired) {
            guard style == .nginx else { return clicks.refuse(outcome, request, &response) }
            return refuse(outcome.decision, style, request, &response)
        }
        decider.request.link = requested
        // Its button contains the link on any host, as at the front.
        outcome.decision.opensByLink = false
        outcome.decision.cache = .noStore
        guard let address = pageAddress(&outcome, original, request) else {
            return refuse(outcome.decision, style, request, &response)
        }
        send(to: address, status: 302, &outcome, style, &response)
    }

    private func answer(
        _ outcome: inout Outcome, _ original: OriginalRequest, _ style: ProxyStyle, _ request: borrowing Request,
        _ response: inout ResponseWriter
    ) {
        let decision = outcome.decision
        if decision.isOfNoLink { return allow(decision, style, &response) }
        if decision.page == nil, decision.kind != .error, decider.isLoop(decision) {
            return allow(decision, style, &response)
        }
        // An error page has its own status, which proxies pass on. nginx would not, and shows the page by its address. So does
        // every proxy with the page for a password, whose form is submitted to its own address.
        if decision.kind == .error, style != .nginx, decision.status >= 300, !outcome.isRefused(for: .passwordRequired)
        {
            return clicks.answer(&outcome, request, &response)
        }
        if decision.page != nil {
            guard let address = pageAddress(&outcome, original, request) else {
                return refuse(decision, style, request, &response)
            }
            // The address may be valid for a few minutes only.
            var passing = outcome
            passing.decision.cache = .noStore
            return send(to: address, status: 302, &passing, style, &response)
        }
        clicks.addInstallToken(to: &outcome)
        guard let location = outcome.decision.location else {
            return refuse(decision, style, request, &response)
        }
        send(to: location, status: Int(decision.status), &outcome, style, &response)
    }

    /// Allows the request to continue unchanged.
    private func allow(_ decision: Decision?, _ style: ProxyStyle, _ response: inout ResponseWriter) {
        response.begin(style == .nginx ? .noContent : .ok)
        finish(decision, &response)
    }

    /// Refuses the request because there is no target.
    private func refuse(
        _ decision: Decision, _ style: ProxyStyle, _ request: borrowing Request, _ response: inout ResponseWriter
    ) {
        guard style == .nginx else {
            return clicks.refuse(414, .invalid, detail: "This link is too long to show.", request, &response)
        }
        response.begin(Status(403))
        // nginx accepts only 403 as refusal, and can be configured to respond with this status.
        if decision.kind == .error { response.field("Fingerpost-Status", Int(decision.status)) }
        finish(decision, &response)
    }

    private func send(
        to location: TextRange, status: Int, _ outcome: inout Outcome, _ style: ProxyStyle,
        _ response: inout ResponseWriter
    ) {
        let bytes = decider.bytes(location)
        let address = bytes.span
        guard style == .nginx else {
            response.begin(Status(UInt16(status)))
            response.field("Location", address)
            clicks.writePolicies(of: &outcome, &response)
            return response.finish()
        }
        response.begin(Status(401))
        response.field("Fingerpost-Location", address)
        response.field("Fingerpost-Status", status)
        finish(outcome.decision, &response)
    }

    /// Sends the decision and its rule in fields that proxies may pass on or log.
    private func finish(_ decision: Decision?, _ response: inout ResponseWriter) {
        if let decision {
            response.field("Fingerpost-Decision", Array(decision.kind.rawValue.utf8).span)
            if let rule = decision.rule {
                response.field("Fingerpost-Rule", Array(decider.evaluator.ruleSet.rules[rule].id.utf8).span)
            }
        }
        response.field("Referrer-Policy", "no-referrer")
        response.field("Cache-Control", "no-store")
        response.finish()
    }

    /// The address of this click's page on a link host; `nil` if there is no such host, or the link is too long.
    private func pageAddress(
        _ outcome: inout Outcome, _ original: OriginalRequest, _ request: borrowing Request
    ) -> TextRange? {
        guard let host = decider.pageHost(of: outcome, for: original.host) else { return nil }
        var profile = TextRange.empty
        if let field = request.onlyValue(of: "fingerpost-device") { profile = decider.arena.append(field) }
        return clicks.pageAddress(of: &outcome, profile: profile) {
            switch host {
            case .same: decider.appendOrigin(before: original.target)
            case .other(let name): decider.appendOrigin(onHost: name)
            }
        }
    }
}

extension ClickIntake {
    fileprivate func fillLink(_ original: OriginalRequest, isSecure: Bool?) {
        let target = decider.bytes(original.target)
        fillLink(host: original.host, port: original.port, isSecure: isSecure, target: target.span)
    }
}

extension Decider {
    fileprivate func isReserved(_ original: OriginalRequest) -> Bool { Self.isReserved(original.target, in: arena) }

    private static func isReserved(_ target: TextRange, in arena: borrowing ByteArena) -> Bool {
        ReservedPath.contains(arena[target])
    }

    /// Appends the scheme, host and port of the click's link, which ends with a target.
    fileprivate func appendOrigin(before target: TextRange) {
        withClick { click, arena in
            arena.append(copyOf: click.link[0..<(Int(click.link.count) - Int(target.count))])
        }
    }
}
