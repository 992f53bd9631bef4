/// Apple's systems: universal links, custom schemes and the App Store.
extension Walk {
    func startOnApple(_ link: String, _ tap: Tap) -> [Journey] {
        switch tap {
        case .otherApp(let sender): return tapOnApple(link, sender, .universalLink)
        case .cameraCode: return tapOnApple(link, nil, .universalLink)
        case .codeReader: return with { $0.start = .firstLoad }.noting(.firstLoad, at: link).load(link)
        case .firstLoad: return loadFirst(link)
        case .typed: return with { $0.start = .typed }.noting(.appleTyped, at: link).load(link)
        case .history, .again: return with { $0.start = .history }.load(link)
        case .backgroundTab: return with { $0.start = .background }.load(link)
        case .page(let host): return on(host).go(to: link)
        case .script(let host): return on(host).with { $0.start = .script }.go(to: link)
        }
    }

    /// Opens a link on behalf of another app: in the app that claims it, unless that is the sender.
    private func tapOnApple(_ link: String, _ sender: String?, _ fact: Fact) -> [Journey] {
        let browser = with { $0.start = .view(link) }
        let claimants = phone.claimants(of: link)
        guard !claimants.isEmpty else { return browser.load(link) }
        if phone.choices.keptInBrowser.contains(link.urlHost) {
            return browser.noting(.keptInBrowser, at: link).load(link)
        }
        let next = noting(.associationFile, fact, at: link)
        let journeys = claimants.filter { $0.bundle != sender }.flatMap { next.open($0, link) }
        return journeys.isEmpty ? browser.noting(.ownLink, at: link).load(link) : journeys
    }

    /// Opens a link from a feed or chat in an app with an in-app browser.
    private func loadFirst(_ link: String) -> [Journey] {
        let loaded = with { $0.start = .firstLoad }
        switch phone.surface {
        case .whatsApp: return tapOnApple(link, nil, .whatsApp)
        case .slack where phone.choices.opensInSystemBrowser: return tapOnApple(link, nil, .slack)
        case .gmail: return tapOnApple(link, nil, .appleGmail) + loaded.noting(.appleGmail, at: link).load(link)
        case .line: return tapOnApple(link, nil, .line) + loaded.noting(.line, at: link).load(link)
        default: return loaded.noting(.firstLoad, at: link).load(link)
        }
    }

    /// Navigates in the surface's browser engine.
    func goOnApple(to url: String) -> [Journey] {
        switch Target(url) {
        case .web: goToAppleWeb(url)
        case .scheme: goToAppleScheme(url)
        case .intent, .nothing: noting(.schemeMissing, at: url).end(.invalidAddress)
        }
    }

    // MARK: - Universal links

    private func goToAppleWeb(_ url: String) -> [Journey] {
        if leavesLine(url) { return noting(.lineExit, at: url).leave(to: url) }
        if let page = AppStorePage(web: url), page.store == .appStore { return goToAppStore(page) }
        let claimants = phone.claimants(of: url)
        guard !claimants.isEmpty else { return load(url) }
        if let fact = reasonToStay(url) { return noting(fact, at: url).load(url) }
        let (engine, known) = phone.surface.onApple
        let opened = claimants.flatMap { noting(.associationFile, known, openingFact, at: url).open($0, url) }
        if chain.isRedirected || engine == .appleWebView(.openOrStay) {
            return opened + noting(known, openingFact, at: url).load(url)
        }
        return opened
    }

    /// The fact that explains why a claimed link leaves the surface.
    private var openingFact: Fact {
        if chain.isRedirected { return .redirectToUniversalLink }
        return switch phone.surface.onApple.engine {
        case .appleWebView, .safariView: .tapInWebView
        default: .otherHost
        }
    }

    /// The reason why a claimed link stays in the surface; `nil` if it may leave.
    private func reasonToStay(_ url: String) -> Fact? {
        switch chain.start {
        case .typed, .history, .background: return .appleTyped
        case .script: return .appleScript
        case .firstLoad: return .firstLoad
        case .tap, .view: break
        }
        if phone.choices.keptInBrowser.contains(url.urlHost) { return .keptInBrowser }
        if !chain.isRedirected, let shown, shown.urlHost == url.urlHost { return .sameHost }
        switch phone.surface.onApple.engine {
        case .chromeOnApple(isIncognito: true): return .chromeOnApple
        case .firefoxOnApple where chain.isRedirected || phone.choices.blocksExternalApps: return .firefoxOnApple
        case .appleWebView(.stay): return .appleTelegram
        case .appleWebView, .safariView: return phone.choices.keepsLinksInWebView ? .hostAppRefuses : nil
        default: return nil
        }
    }

    // MARK: - The App Store

    private func goToAppStore(_ page: AppStorePage) -> [Journey] {
        let next = noting(.appStore, at: page.address)
        guard phone.stores.contains(.appStore) else { return next.end(.store(page)) }
        switch phone.surface.onApple.engine {
        case .appleWebView: return next.end(.store(page))
        default:
            guard chain.isRedirected else { return next.end(.store(page.inApp)) }
            let asked = noting(.appStoreModal, at: page.address)
            return asked.ask(.openStore, accepted: asked.end(.store(page.inApp)), refused: asked.end(.blankPage))
        }
    }

    // MARK: - Custom schemes

    private func goToAppleScheme(_ url: String) -> [Journey] {
        if let page = AppStorePage(scheme: url) {
            let next = noting(page.fact, at: url)
            guard page.store == .appStore else { return next.end(.invalidAddress) }
            guard case .appleWebView = phone.surface.onApple.engine else { return next.end(.store(page)) }
            return next.end(.store(page)) + next.end(.nothingHappens)
        }
        let apps = phone.appleApps.filter { $0.schemes.contains(url.urlScheme ?? "") }
        guard !apps.isEmpty else { return noting(.schemeMissing, at: url).end(.invalidAddress) }
        let next = noting(apps.count > 1 ? .schemeOfAnyApp : nil, at: url)
        let journeys = apps.flatMap { next.openScheme(of: $0, url) }
        guard chain.isRedirected else { return journeys }
        return journeys + next.noting(.redirectToScheme, at: url).end(.blankPage)
    }

    private func openScheme(of app: AppleApp, _ url: String) -> [Journey] {
        switch phone.surface.onApple.engine {
        case .appleWebView(.stay): return noting(.appleTelegram, at: url).open(app, url)
        case .appleWebView: return noting(.notAnApp, at: url).end(.nothingHappens)
        case .chromeOnApple where phone.choices.launches <= 2: return noting(.chromeAsksAgain, at: url).open(app, url)
        case .chromeOnApple:
            let next = noting(.chromeAsksAgain, at: url)
            return next.ask(.openApp, accepted: next.open(app, url), refused: next.end(.nothingHappens))
        case .firefoxOnApple where phone.choices.blocksExternalApps:
            return noting(.firefoxOnApple, at: url).end(.nothingHappens)
        default:
            let next = noting(.schemeAsks, at: url)
            return next.ask(.openApp, accepted: next.open(app, url), refused: next.end(.nothingHappens))
        }
    }
}
