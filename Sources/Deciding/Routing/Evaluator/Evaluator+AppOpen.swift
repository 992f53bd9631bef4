import ByteText
import Devices
import Links
import WebAddress

/// How an app is opened.
private enum WayIntoApp {
    /// An `intent:` URI, or a custom scheme.
    case address(TextRange)
    /// The clicked link itself, as a universal link: tapped on a page of another host, it opens the app.
    case clickedLink
}

/// `app_open`: an `intent:` URI on Android; the clicked link as a page's button, or a custom scheme, on Apple
/// platforms.
extension Evaluator {
    func openApp(
        _ rule: AppOpening, _ decision: inout Decision, _ click: inout EvaluatedClick,
        _ request: borrowing ClickRequest,
        in arena: inout ByteArena
    ) throws(LinkFault) {
        if request.isUnlocked {
            let otherwise = rule.fallback ?? fallback(for: &click)
            return decision.lead(to: try destination(of: otherwise, &click, request, in: &arena))
        }
        guard let app = app(named: rule.app, least: rule.minimum, &click, request, in: &arena) else {
            click.warnings.insert(.noAppForPlatform)
            let otherwise = rule.fallbackWithoutApp ?? fallback(for: &click)
            return decision.lead(to: try destination(of: otherwise, &click, request, in: &arena))
        }
        let otherwise = rule.fallback ?? fallback(for: &click)
        let url = try rule.url.map { template throws(LinkFault) in
            try self.address(of: template, site: click.link.site, in: &arena)
        }
        let other = try destination(of: otherwise, &click, request, in: &arena)
        let entry = AppEntry(app: app, url: url, fallback: other.target, isOnPage: decision.page == .interstitial)
        // Without a store, the app is installed only if the device reports it.
        guard click.device.mayInstallApps || app.state == .current || app.state == .outdated else {
            click.warnings.insert(.noWayIntoApp)
            decision.page = nil
            return decision.lead(to: other)
        }
        let way = way(into: entry, &click, in: &arena)
        if way == nil {
            click.warnings.insert(.noWayIntoApp)
            // A page remains with the fallback's button only, as on a device whose app does not open.
            guard entry.isOnPage else { return decision.lead(to: other) }
        }
        decision.kind = .appOpen
        decision.app = describe(app, on: click.device.platform)
        decision.target = (url ?? appURL(&click)).text
        decision.fallback = Decision.Fallback(kind: other.kind, target: other.target)
        if let way { enter(way, &decision, click.link.address.text) }
        decision.location = decision.appLocation
    }

    /// Adds a button for the app to the interstitial if it can work. Otherwise the page has only the fallback's button.
    func offerApp(_ decision: inout Decision, _ click: inout EvaluatedClick, in arena: inout ByteArena) {
        if click.device.blocksIntents || !click.device.mayInstallApps {
            decision.appLocation = nil
            return
        }
        guard decision.appLocation == nil, let target = decision.target else { return }
        var app = click.app
        let isIPadOnMac = app.registered == nil
        if isIPadOnMac { app.registered = click.onIPad }
        guard app.registered != nil, app.state != .absent, decision.kind != .appOpen else { return }
        let entry = AppEntry(app: app, url: nil, fallback: target, isOnPage: true)
        if let way = way(into: entry, &click, in: &arena) {
            decision.needsTouch = isIPadOnMac
            enter(way, &decision, click.link.address.text)
        } else {
            decision.warnings.insert(.noWayIntoApp)
        }
    }

    private func enter(_ way: WayIntoApp, _ decision: inout Decision, _ link: TextRange) {
        switch way {
        case .address(let address):
            decision.appLocation = address
        case .clickedLink:
            decision.appLocation = link
            decision.opensByLink = true
        }
    }
}

// MARK: - Ways to open an app

/// An app and the address to open in it.
private struct AppEntry {
    let app: AppReading
    /// The address set by the rule; `nil` for the address that the web would get.
    let url: WebAddress?
    /// Where browsers go if the app does not open.
    let fallback: TextRange
    let isOnPage: Bool
}

extension Evaluator {
    private func way(
        into entry: AppEntry, _ click: inout EvaluatedClick, in arena: inout ByteArena
    ) -> WayIntoApp? {
        guard let index = entry.app.registered else { return nil }
        return withApp(index, of: click.link.site) { known in
            switch known.store {
            case .android: .address(intent(for: known, entry, &click, in: &arena))
            case .ios: wayIntoApple(known, entry, &click, in: &arena)
            case .harmony: opensByLink(entry, click, in: arena) ? .clickedLink : nil
            }
        }
    }

    /// The `intent:` URI. Its data is the payload, as delivered by Dynamic Links, or the clicked link, as declared in
    /// manifests for Hosting links, depending on which of them the app receives.
    private func intent(
        for known: CompiledApp, _ entry: AppEntry, _ click: inout EvaluatedClick, in arena: inout ByteArena
    ) -> TextRange {
        if click.omitsAddresses { return .empty }
        let receivesLink = known.definition.receives.map { $0 == .link } ?? (click.link.form == .hostingLink)
        let data = entry.url ?? (receivesLink ? click.link.address : appURL(&click))
        let fallsBackOnPage =
            withSite(click.link.site) { $0.options.androidFallbackPage } && !entry.isOnPage
            && click.link.returnedFrom == .none
        let fallback =
            fallsBackOnPage ? ReturnMark.append(toFallback: click.link.address, in: &arena) : entry.fallback
        return IntentURI.append(
            data, package: known.intentPackage, minimumVersion: entry.app.minimum, fallback: fallback, to: &arena)
    }

    /// A universal link if a page on another host can have it as its button. Otherwise the custom scheme, which any app
    /// can claim: on a page only if the site configures one, and with a code only if the site allows it.
    private func wayIntoApple(
        _ known: CompiledApp, _ entry: AppEntry, _ click: inout EvaluatedClick, in arena: inout ByteArena
    ) -> WayIntoApp? {
        // The system has just failed to open the app.
        guard click.link.returnedFrom != .button else { return nil }
        if known.definition.team != nil, opensByLink(entry, click, in: arena) { return .clickedLink }
        let site = ruleSet.compiledSites[click.link.site]
        if entry.isOnPage, known.definition.customScheme == nil { return nil }
        let opened = entry.url ?? appURL(&click)
        if !site.options.customSchemeCodes, holdsSecret(opened, site: click.link.site, in: &arena) { return nil }
        return .address(CustomSchemeURL.append(opened, scheme: known.scheme, to: &arena))
    }

    /// Whether the clicked link, as a page's button, opens an app that association files name.
    private func opensByLink(
        _ entry: AppEntry, _ click: borrowing EvaluatedClick, in arena: borrowing ByteArena
    ) -> Bool {
        guard entry.isOnPage, entry.url == nil, click.link.isClaimable, click.link.returnedFrom != .button else {
            return false
        }
        return ruleSet.compiledSites[click.link.site].pageHost(for: arena[click.link.address.host]) != nil
    }

    /// The address that the app receives: `al` on Android if present, otherwise the address that the web would get.
    private func appURL(_ click: inout EvaluatedClick) -> WebAddress {
        if click.device.platform == .android, click.link.action == nil, let android = click.link.destination(.al) {
            return android
        }
        return continuation(&click)
    }
}

extension LinkReading {
    /// Whether association files claim links of this form for apps.
    fileprivate var isClaimable: Bool {
        switch form {
        case .dynamicLink, .shortLink, .hostingLink: true
        case .actionLink, .other: false
        }
    }
}

extension Device {
    /// Whether the device has a store that links lead to. Android headsets have none.
    fileprivate var mayInstallApps: Bool { platform != .android || store != .none }

    /// Whether the click comes from an app's web view on Android that ignores `intent:` addresses, so that apps can be
    /// opened only from its menu. Apps not listed open links in a Custom Tab or pass `intent:` on.
    fileprivate var blocksIntents: Bool {
        guard platform == .android else { return false }
        return switch inApp {
        case .none, .unknown, .gmail, .gsa, .telegram, .whatsapp, .kakaotalk: false
        case .facebook, .instagram, .messenger, .tiktok, .snapchat, .twitter, .linkedin, .wechat, .line, .pinterest,
            .androidWebView, .iosWebView, .other:
            true
        }
    }
}
