import ByteText
import Devices
import Links
import WebAddress

/// Turns a matched rule into the decision: its target, its location, page, status and caching.
extension Evaluator {
    func decide(
        by rule: Int, _ beside: BesideDecision, _ decision: inout Decision, _ click: inout EvaluatedClick,
        _ request: borrowing ClickRequest, in arena: inout ByteArena
    ) throws(LinkFault) {
        decision.rule = rule
        decision.page = page(beside, &click, request)
        decision.cache = beside.cache
        decision.payload = click.link.payload.text
        if !click.link.passed.isEmpty { decision.passed = click.link.passed }
        decision.app = describe(click.app, on: click.device.platform)
        decision.inApp = click.device.inApp
        decision.carriesAction = click.link.action != nil
        switch ruleSet.compiledRules[rule].outcome {
        case .appOpen(let opening):
            try openApp(opening, &decision, &click, request, in: &arena)
        case .storeInstall(let installation):
            decision.lead(to: try install(installation, &click, request, in: &arena))
        case .webWidget:
            decision.lead(to: webWidget(&click))
        case .continueRedirect(let to):
            decision.lead(to: try goingOn(to, &click, in: &arena))
        case .error(let status):
            decision.error = .rule(rule)
            decision.status = UInt16(status)
            decision.page = .error
        case nil:
            preconditionFailure("a rule without an outcome can't decide")
        }
        finish(&decision, beside, &click, in: &arena)
    }

    /// The page of the decision. A visitor who returns from a page's button has seen the page, and one who has entered
    /// a password leaves a page.
    private func page(
        _ beside: BesideDecision, _ click: inout EvaluatedClick, _ request: borrowing ClickRequest
    ) -> Page? {
        switch beside.page {
        case .interstitial where click.link.returnedFrom == .button: nil
        case .interstitial, .social, .debug: request.isUnlocked ? nil : beside.page
        case .static, .error, nil: beside.page
        }
    }

    /// Applies the parts of the decision that depend only on its page and kind.
    private func finish(
        _ decision: inout Decision, _ beside: BesideDecision, _ click: inout EvaluatedClick, in arena: inout ByteArena
    ) {
        decision.warnings = click.warnings
        if click.link.handleCodeInApp, click.link.action != nil, click.app.id == nil,
            click.link.parameters.nonEmpty(.apn) == nil, click.link.parameters.nonEmpty(.ibi) == nil,
            click.link.generation == .fdl
        {
            decision.warnings.insert(.noAppIDs)
        }
        guard decision.kind != .error else { return }
        if decision.page == .interstitial { offerApp(&decision, &click, in: &arena) }
        switch decision.page {
        case nil:
            if let status = beside.status { decision.status = UInt16(status) }
        case .static, .error:
            decision.target = nil
            decision.location = nil
            decision.status = 200
        case .interstitial, .social, .debug:
            // The front serves the page at the address of the link, which is therefore the page's address.
            decision.location = click.link.address.text
            decision.status = 200
        }
        if decision.page == .social { decision.meta = socialMeta(&click.link, &decision.warnings, in: &arena) }
    }

    /// The app in the form used in decisions; `nil` if the site does not register it.
    func describe(_ app: AppReading, on platform: Platform) -> Decision.App? {
        guard app.registered != nil, let id = app.id else { return nil }
        return Decision.App(
            platform: platform.name, id: id, minimumVersion: app.minimum, state: app.state.name)
    }

    private func socialMeta(
        _ link: inout LinkReading, _ warnings: inout Warnings, in arena: inout ByteArena
    ) -> Decision.SocialMeta {
        var meta = Decision.SocialMeta()
        meta.title = link.parameters.nonEmpty(.st)
        meta.description = link.parameters.nonEmpty(.sd)
        guard let image = link.parameters.nonEmpty(.si) else { return meta }
        if let address = try? WebAddress.parse(image, in: &arena) {
            meta.image = address.text
        } else {
            warnings.insert(.notURISocialImageLink)
        }
        return meta
    }

    // MARK: The web

    /// The fallback of a rule that names none: the web.
    func fallback(for click: inout EvaluatedClick) -> CompiledFallback {
        click.link.action == nil || click.link.stage == .continue ? .continueRedirect(to: nil) : .webWidget
    }

    /// The destination of a fallback.
    func destination(
        of fallback: CompiledFallback, _ click: inout EvaluatedClick, _ request: borrowing ClickRequest,
        in arena: inout ByteArena
    ) throws(LinkFault) -> Destination {
        switch fallback {
        case .storeInstall(let installation): try install(installation, &click, request, in: &arena)
        case .webWidget: webWidget(&click)
        case .continueRedirect(let to): try goingOn(to, &click, in: &arena)
        }
    }

    /// `web_widget`: the action URL as contained in the link.
    private func webWidget(_ click: inout EvaluatedClick) -> Destination {
        if click.link.action == nil { click.warnings.insert(.noActionURL) }
        return Destination(kind: .webWidget, target: click.link.payload.text)
    }

    /// `continue_redirect`: the rule's own address, or the continue URL, or the payload.
    private func goingOn(
        _ to: Template?, _ click: inout EvaluatedClick, in arena: inout ByteArena
    ) throws(LinkFault) -> Destination {
        let target: TextRange
        if let to {
            target = try address(of: to, site: click.link.site, in: &arena).text
        } else {
            target = continuation(&click).text
        }
        return Destination(kind: .continueRedirect, target: target)
    }

    /// The web target: the continue URL once the action is done, the payload before that.
    func continuation(_ click: inout EvaluatedClick) -> WebAddress {
        click.link.stage == .continue ? click.link.continueURL ?? click.link.payload : click.link.payload
    }

    /// Whether an address, or one wrapped in it, contains a one-time code, a key or an email address. Such addresses
    /// must not be passed to a store, nor to a custom scheme, which any app may claim.
    func holdsSecret(_ address: WebAddress, site: Int, in arena: inout ByteArena) -> Bool {
        if withSite(site, { $0.isHandler(address, in: arena) }) { return true }
        // If no such name appears, plain or encoded, there is no secret at any nesting depth.
        guard Masking.mayHide(address.text, of: arena) else { return false }
        if Masking.hidesAnything(in: address.text, of: arena) { return true }
        // An address that can't be parsed strictly may still contain one for a lenient parser.
        guard let action = try? ActionLink(address, in: &arena), !action.isComplete else { return true }
        return LinkInspection(address.text, in: &arena).action != nil
    }
}

/// The destination of a redirect.
struct Destination {
    var kind: DecisionKind
    var target: TextRange
    /// The app that a store installs; `nil` for the web.
    var app: Decision.App?
}

extension Decision {
    /// Makes this decision a redirect to a destination.
    mutating func lead(to destination: Destination) {
        kind = destination.kind
        target = destination.target
        location = destination.target
        if destination.kind == .storeInstall { app = destination.app }
    }
}
