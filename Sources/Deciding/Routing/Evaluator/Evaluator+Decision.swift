import ByteText
import Devices
import Links
import WebAddress

/// From a matched rule to the decision: its target, its location, and what goes beside it.
extension Evaluator {
    func decision(
        of rule: Int, _ beside: BesideDecision, _ click: inout Click, in arena: inout ByteArena
    ) throws(LinkFault) -> Decision {
        var decision = Decision(kind: .error, status: 302)
        decision.rule = rule
        decision.page = beside.page
        decision.cache = beside.cache
        decision.payload = click.link.payload.text
        decision.app = describeApp(click)
        decision.inApp = click.device.inApp
        decision.carriesAction = click.link.action != nil
        switch ruleSet.rules[rule].action.outcome {
        case .appOpen(let app, let url, _, let fallback):
            try openApp(app, url, fallback, &decision, &click, in: &arena)
        case .storeInstall(let app, let minimum, let referrer):
            try install(app, minimum, referrer, &decision, &click, in: &arena)
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
        if decision.page == .interstitial, decision.appLocation == nil,
            let app = click.app.registered ?? click.app.onIPad
        {
            decision.needsTouch = click.app.registered == nil
            decision.appLocation = appLocation(appURL(click), app, click, fallback: nil, in: &arena)
        }
        if decision.page == .social { decision.meta = socialMeta(click.link, &decision.warnings, in: &arena) }
    }

    private func describeApp(_ click: borrowing Click) -> Decision.App? {
        guard click.app.registered != nil, let id = click.app.id else { return nil }
        return Decision.App(
            platform: click.device.platform.name, id: id, minimumVersion: click.app.minimum,
            state: click.app.state.name)
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

    // MARK: The four decisions

    /// `app_open`: an `intent:` URI on Android, the custom scheme on Apple platforms.
    private func openApp(
        _ named: String?, _ url: Template?, _ fallback: ActionDefinition.Fallback?, _ decision: inout Decision,
        _ click: inout Click, in arena: inout ByteArena
    ) throws(LinkFault) {
        guard let app = app(named, click) else {
            click.warnings.insert(.noAppForPlatform)
            return try apply(fallback ?? self.fallback(for: click), &decision, &click, in: &arena)
        }
        let address = try url.map { template throws(LinkFault) in try self.address(of: template, click, in: &arena) }
        let opened = address ?? appURL(click)
        decision.kind = .appOpen
        decision.target = opened.text
        if let fallback {
            var other = Decision(kind: .error, status: 302)
            try apply(fallback, &other, &click, in: &arena)
            if let target = other.target { decision.fallback = Decision.Fallback(kind: other.kind, target: target) }
        }
        decision.location = appLocation(opened, app, click, fallback: decision.fallback?.target, in: &arena)
        decision.appLocation = decision.location
    }

    /// The address that opens an app with a URL.
    private func appLocation(
        _ opened: WebAddress, _ index: Int, _ click: borrowing Click, fallback: TextRange?, in arena: inout ByteArena
    ) -> TextRange {
        let app = ruleSet.compiledSites[click.link.site].apps[index]
        return switch app.store {
        case .android: IntentURI.append(opened, package: app.idBytes, fallback: fallback, to: &arena)
        case .ios: CustomSchemeURL.append(opened, scheme: app.scheme, to: &arena)
        }
    }

    /// What a rule that names no fallback falls back to: the web.
    private func fallback(for click: borrowing Click) -> ActionDefinition.Fallback {
        click.link.action == nil || click.link.stage == .continue ? .continueRedirect(to: nil) : .webWidget
    }

    private func apply(
        _ fallback: ActionDefinition.Fallback, _ decision: inout Decision, _ click: inout Click,
        in arena: inout ByteArena
    ) throws(LinkFault) {
        switch fallback {
        case .storeInstall(let app, let minimum, let referrer):
            try install(app, minimum, referrer, &decision, &click, in: &arena)
        case .webWidget: showWidget(&decision, &click)
        case .continueRedirect(let to): try goOn(to, &decision, click, in: &arena)
        }
    }

    /// `store_install`: Google Play or the App Store.
    private func install(
        _ named: String?, _ minimum: String?, _ referrer: Template?, _ decision: inout Decision,
        _ click: inout Click, in arena: inout ByteArena
    ) throws(LinkFault) {
        let site = ruleSet.compiledSites[click.link.site]
        guard let index = app(named, click) else {
            click.warnings.insert(.noAppForPlatform)
            return try apply(fallback(for: click), &decision, &click, in: &arena)
        }
        let app = site.apps[index]
        if app.store == .android {
            let least = minimum.map { arena.append($0) } ?? click.app.androidMinimum
            let opened = continuation(click)
            let isSecret = holdsSecret(opened, site: click.link.site, in: &arena)
            let payload = isSecret ? nil : opened.text
            let stated = click.link.action != nil && (referrer?.holdsAddress ?? false) ? nil : referrer
            let said = stated.map { text(of: $0, in: &arena) }
            let referrer = said.flatMap { Masking.hidesAnything(in: $0, of: arena) ? nil : $0 }
            decision.target = PlayStoreURL.append(
                package: app.idBytes, payload: payload, minimumVersion: least, referrer: referrer,
                campaign: click.link.parameters, to: &arena)
            decision.app?.minimumVersion = least
        } else {
            guard let id = click.app.appStoreID ?? app.definition.appStoreID.map({ arena.append($0) }) else {
                click.warnings.insert(.noAppForPlatform)
                return try apply(fallback(for: click), &decision, &click, in: &arena)
            }
            decision.target = AppStoreURL.append(id: id, campaign: click.link.parameters, to: &arena)
        }
        decision.kind = .storeInstall
        decision.location = decision.target
    }

    /// Whether an address holds a one-time code, a key or a mail address, itself or in what it wraps: no store must see it.
    private func holdsSecret(_ address: WebAddress, site: Int, in arena: inout ByteArena) -> Bool {
        if ruleSet.compiledSites[site].handler?.matches(address, in: arena) ?? false { return true }
        // Without a trace of such a name, in letters or encoded, there is none however deep it would be wrapped.
        guard Masking.mayHide(address.text, of: arena) else { return false }
        if Masking.hidesAnything(in: address.text, of: arena) { return true }
        // What cannot be read strictly may be one to a reader that is not strict.
        guard let action = try? ActionLink(address, in: &arena), !action.isComplete else { return true }
        return LinkInspection(address.text, in: &arena).action != nil
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
    private func continuation(_ click: borrowing Click) -> WebAddress {
        click.link.stage == .continue ? click.link.continueURL ?? click.link.payload : click.link.payload
    }

    /// What the app receives: `al` on Android where it is given, else what the web would get.
    private func appURL(_ click: borrowing Click) -> WebAddress {
        if click.device.platform == .android, click.link.action == nil, let android = click.link.destination(.al) {
            return android
        }
        return continuation(click)
    }

    /// The app of a rule: the one it names, else the link's; nil where this platform has none.
    private func app(_ named: String?, _ click: borrowing Click) -> Int? {
        guard let store = click.device.platform.store else { return nil }
        guard let named else { return click.app.registered }
        return ruleSet.compiledSites[click.link.site].apps.firstIndex {
            $0.store == store && $0.definition.id == named
        }
    }
}

extension Template {
    /// Whether an address of the click goes into the text, and with it the code that it may hold.
    fileprivate var holdsAddress: Bool {
        segments.contains { segment in
            guard case .fact(let name) = segment else { return false }
            return name.isURL || name == .requestReferer
        }
    }
}
