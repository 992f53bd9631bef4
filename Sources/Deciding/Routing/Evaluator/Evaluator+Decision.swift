import ByteText
import Devices
import Links
import WebAddress

/// From a matched rule to the decision: its target, its location, and what goes beside it.
extension Evaluator {
    func decision(
        of rule: Int, _ beside: BesideDecision, _ click: inout Click, _ request: borrowing ClickRequest,
        in arena: inout ByteArena
    ) throws(LinkFault) -> Decision {
        var decision = Decision(kind: .error, status: 302)
        decision.rule = rule
        // Who comes back from a page's button has seen the page.
        decision.page = beside.page == .interstitial && click.link.returnedFrom == .button ? nil : beside.page
        decision.cache = beside.cache
        decision.payload = click.link.payload.text
        decision.app = describe(click.app, click)
        decision.inApp = click.device.inApp
        decision.carriesAction = click.link.action != nil
        switch ruleSet.rules[rule].action.outcome {
        case .appOpen(let app, let url, let minimum, let fallback):
            try openApp(
                AppOpening(app: app, url: url, minimum: minimum, fallback: fallback), &decision, &click, request,
                in: &arena)
        case .storeInstall(let app, let minimum, let referrer):
            try install(
                Installation(app: app, minimum: minimum, referrer: referrer), &decision, &click, request, in: &arena)
        case .webWidget:
            showWidget(&decision, &click)
        case .continueRedirect(let to):
            try goOn(to, &decision, click, in: &arena)
        case .error(_, let status, _):
            decision.error = .rule(rule)
            decision.status = UInt16(status)
            decision.page = .error
        case nil:
            preconditionFailure("a rule without an outcome decides nothing")
        }
        finish(&decision, beside, click, in: &arena)
        return decision
    }

    /// What follows from the page and the kind, whatever the rule was.
    private func finish(
        _ decision: inout Decision, _ beside: BesideDecision, _ click: borrowing Click, in arena: inout ByteArena
    ) {
        decision.warnings = click.warnings
        if click.link.handleCodeInApp, click.link.action != nil, click.app.id == nil,
            click.link.parameters.nonEmpty(.apn) == nil, click.link.parameters.nonEmpty(.ibi) == nil,
            click.link.generation == .fdl
        {
            decision.warnings.insert(.noAppIDs)
        }
        guard decision.kind != .error else { return }
        if decision.page == .interstitial { offerApp(&decision, click, in: &arena) }
        switch decision.page {
        case nil:
            if let status = beside.status { decision.status = UInt16(status) }
        case .static, .error:
            decision.target = nil
            decision.location = nil
            decision.status = 200
        case .interstitial, .social, .debug:
            // The front answers with the page where the link was asked for, so that is the page's address.
            decision.location = click.link.address.text
            decision.status = 200
        }
        if decision.page == .social { decision.meta = socialMeta(click.link, &decision.warnings, in: &arena) }
    }

    /// The app as a decision states it; nil where the site registers none of that ID.
    func describe(_ app: AppReading, _ click: borrowing Click) -> Decision.App? {
        guard app.registered != nil, let id = app.id else { return nil }
        return Decision.App(
            platform: click.device.platform.name, id: id, minimumVersion: app.minimum, state: app.state.name)
    }

    private func socialMeta(
        _ link: borrowing LinkReading, _ warnings: inout Warnings, in arena: inout ByteArena
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

    /// What a rule that names no fallback falls back to: the web.
    func fallback(for click: borrowing Click) -> ActionDefinition.Fallback {
        click.link.action == nil || click.link.stage == .continue ? .continueRedirect(to: nil) : .webWidget
    }

    /// Decides as a fallback says. A store is that of the app which was to open, and asks for the same version of it,
    /// unless the fallback says otherwise.
    func apply(
        _ fallback: ActionDefinition.Fallback, after opening: AppOpening? = nil, _ decision: inout Decision,
        _ click: inout Click, _ request: borrowing ClickRequest, in arena: inout ByteArena
    ) throws(LinkFault) {
        switch fallback {
        case .storeInstall(let app, let minimum, let referrer):
            let isSameApp = app == nil || app == opening?.app
            let installation = Installation(
                app: app ?? opening?.app, minimum: minimum ?? (isSameApp ? opening?.minimum : nil), referrer: referrer)
            try install(installation, &decision, &click, request, in: &arena)
        case .webWidget: showWidget(&decision, &click)
        case .continueRedirect(let to): try goOn(to, &decision, click, in: &arena)
        }
    }

    /// `web_widget`: the action URL as it is in the link.
    private func showWidget(_ decision: inout Decision, _ click: inout Click) {
        if click.link.action == nil { click.warnings.insert(.noActionURL) }
        decision.kind = .webWidget
        decision.target = click.link.payload.text
        decision.location = decision.target
    }

    /// `continue_redirect`: the rule's own address, or the continue URL, or the payload.
    private func goOn(
        _ to: Template?, _ decision: inout Decision, _ click: borrowing Click, in arena: inout ByteArena
    ) throws(LinkFault) {
        let address = try to.map { template throws(LinkFault) in try self.address(of: template, click, in: &arena) }
        decision.kind = .continueRedirect
        decision.target = (address ?? continuation(click)).text
        decision.location = decision.target
    }

    /// Where the web goes on: the continue URL once the action is done, the payload before.
    func continuation(_ click: borrowing Click) -> WebAddress {
        click.link.stage == .continue ? click.link.continueURL ?? click.link.payload : click.link.payload
    }

    /// Whether an address holds a one-time code, a key or a mail address, itself or in what it wraps: no store must see it,
    /// nor a custom scheme, which any app may claim.
    func holdsSecret(_ address: WebAddress, site: Int, in arena: inout ByteArena) -> Bool {
        if ruleSet.compiledSites[site].handler?.matches(address, in: arena) ?? false { return true }
        // Without a trace of such a name, in letters or encoded, there is none however deep it would be wrapped.
        guard Masking.mayHide(address.text, of: arena) else { return false }
        if Masking.hidesAnything(in: address.text, of: arena) { return true }
        // What cannot be read strictly may be one to a reader that is not strict.
        guard let action = try? ActionLink(address, in: &arena), !action.isComplete else { return true }
        return LinkInspection(address.text, in: &arena).action != nil
    }
}
