/// Android: link handling by the system before any browser, and intent resolution.
extension Walk {
    func startOnAndroid(_ link: String, _ tap: Tap) -> [Journey] {
        switch tap {
        case .otherApp, .cameraCode: return view(link)
        case .codeReader:
            var reader = noting(.codeReaders, at: link)
            let sent = reader.view(link)
            reader = reader.inSurface(.webView)
            return sent + reader.with { $0.start = .firstLoad }.load(link)
        case .firstLoad where phone.surface == .whatsApp || phone.surface == .slack: return view(link)
        case .firstLoad:
            return with { $0.start = phone.isCustomTab ? .view(link) : .firstLoad }.load(link)
        case .typed: return with { $0.start = .typed }.load(link)
        case .history, .again: return with { $0.start = .history }.load(link)
        case .backgroundTab: return with { $0.start = .background }.load(link)
        case .page(let host): return on(host).go(to: link)
        case .script(let host): return on(host).with { $0.start = .script }.go(to: link)
        }
    }

    /// A copy that shows a page of a host.
    func on(_ host: String) -> Walk {
        var next = self
        next.shown = "https://\(host)/"
        return next
    }

    private func inSurface(_ surface: Surface) -> Walk {
        var phone = phone
        phone.surface = surface
        var next = Walk(phone: phone, web: web)
        (next.chain, next.steps, next.asked, next.detours) = (chain, steps, asked, detours)
        (next.shown, next.seen) = (shown, seen)
        return next
    }

    /// Opens the link on behalf of another app (VIEW intent).
    private func view(_ link: String) -> [Journey] {
        if let (app, facts) = phone.approvedApp(link) {
            var next = noting(.filterMatches, at: link)
            next.steps.append(.init(address: link, facts: facts + [.routerNotAsked]))
            return next.open(app, link)
        }
        let browser = with { $0.start = .view(link) }
        let asked = phone.appsToAskAbout(link)
        guard asked.isEmpty else {
            let next = noting(.systemAsks, at: link)
            return ask(.chooser, accepted: asked.flatMap { next.open($0, link) }, refused: browser.load(link))
        }
        let why = phone.androidApps.filter { $0.fits(link) }.map { app -> Fact in
            !app.opensSupportedLinks
                ? .linksSwitchedOff : phone.approval(app, link) == .unapproved ? .notVerified : .dynamicRules
        }
        return browser.noting(why.first, .notApproved, at: link).load(link)
    }

    /// Navigates in the surface's browser engine.
    func goOnAndroid(to url: String) -> [Journey] {
        let (engine, fact) = phone.surface.onAndroid
        let next = noting(fact, at: url)
        return switch engine {
        case .chromium(let isIncognito, let isCustomTab):
            next.goInChromium(to: url, isIncognito: isIncognito, isCustomTab: isCustomTab)
        case .firefox(let setting): next.goInFirefox(to: url, setting)
        case .duckDuckGo: next.goInDuckDuckGo(to: url)
        case .webView(let passesIntents): next.goInWebView(to: url, passesIntents: passesIntents)
        default: next.load(url)
        }
    }

    // MARK: - Intent resolution

    /// The app that resolves an intent, with the facts; `nil` if none does.
    func resolve(_ intent: IntentLink) -> (app: AndroidApp, facts: [Fact])? {
        guard intent.action == "android.intent.action.VIEW" else { return nil }
        if let package = intent.package {
            // Approval applies only to intents without a package.
            return phone.androidApps.first { $0.package == package && $0.fits(intent.data) }
                .map { ($0, [.filterMatches, .packageSkipsApproval]) }
        }
        if intent.data.isWeb { return phone.approvedApp(intent.data) }
        return phone.androidApps.last { $0.fits(intent.data) }.map { ($0, [.filterMatches]) }
    }

    /// The apps that handle a custom scheme.
    func apps(withScheme url: String) -> [AndroidApp] { phone.androidApps.filter { $0.fits(url) } }

    /// Opens an address with a scheme of an app or a store; `nil` if neither handles it.
    func openScheme(_ url: String) -> [Journey]? {
        let apps = apps(withScheme: url)
        if apps.count == 1 { return noting(.externalOpensApp, at: url).open(apps[0], url) }
        if apps.count > 1 {
            let next = noting(.externalOpensApp, .systemAsks, at: url)
            return next.ask(.chooser, accepted: apps.flatMap { next.open($0, url) }, refused: next.end(.nothingHappens))
        }
        guard let page = AppStorePage(scheme: url) else { return nil }
        var journeys = phone.stores.contains(page.store) ? noting(page.fact, at: url).end(.store(page)) : []
        if page.store == .play, phone.stores.contains(.fDroid) {
            let inFDroid = AppStorePage(store: .fDroid, app: page.app, address: url, isWeb: false)
            journeys += noting(.fDroid, at: url).end(.store(inFDroid))
        }
        return journeys.isEmpty ? nil : journeys
    }
}

extension Phone {
    /// Whether the surface is a Chrome Custom Tab in another app.
    var isCustomTab: Bool {
        if case .chromium(_, isCustomTab: true) = surface.onAndroid.engine { true } else { false }
    }
}
