/// Chrome on Android, and browsers that behave alike (Chromium, `components/external_intents`).
extension Walk {
    func goInChromium(to url: String, isIncognito: Bool, isCustomTab: Bool) -> [Journey] {
        switch Target(url) {
        case .web: goToWeb(url, isIncognito: isIncognito, isCustomTab: isCustomTab)
        case .intent(nil), .nothing: noting(.unresolvedScheme, at: url).end(.nothingHappens)
        case .intent(let intent?):
            if isIncognito {
                askInIncognito(url, intent)
            } else if isCustomTab, chain.start == .script {
                // Reports contradict each other, so both outcomes are included.
                noting(.customTabWithoutGesture, at: url).goToIntent(url, intent)
                    + noting(.customTabWithoutGesture, at: url).with { $0.start = .tap }.goToIntent(url, intent)
            } else {
                goToIntent(url, intent)
            }
        case .scheme:
            if isIncognito, let journeys = openScheme(url) {
                noting(.incognito, at: url).ask(.openApp, accepted: journeys, refused: end(.nothingHappens))
            } else {
                goToScheme(url)
            }
        }
    }

    // MARK: - Web links

    private func goToWeb(_ url: String, isIncognito: Bool, isCustomTab: Bool) -> [Journey] {
        let store = AppStorePage(web: url).flatMap {
            $0.store == .play && phone.stores.contains(.play) ? $0.inApp : nil
        }
        let approved = phone.approvedApp(url)
        guard store != nil || approved != nil else { return load(url) }
        if isIncognito { return noting(.incognito, at: url).load(url) }
        if let blocked = chain.blocked { return noting(blocked, .webStays, at: url).load(url) }
        if isCustomTab { return noting(.customTabStays, at: url).load(url) }
        if case .view(let first) = chain.start, let app = approved?.app, app.fits(first) {
            return noting(.firstAddressStays, at: url).load(url)
        }
        var isNew: Fact?
        if let shown, shown.urlHost == url.urlHost {
            guard let app = approved?.app, !app.fits(shown) else { return noting(.sameHostStays, at: url).load(url) }
            isNew = .sameHostNewApp
        }
        if let store { return noting(.webOpensApp, .play, at: url).end(.store(store)) }
        guard let (app, facts) = approved else { return load(url) }
        var next = noting(isNew, .webOpensApp, at: url)
        next.steps.append(.init(address: url, facts: facts))
        return next.open(app, url)
    }

    // MARK: - Intents

    private func goToIntent(_ url: String, _ intent: IntentLink) -> [Journey] {
        if let journeys = leaveSamsungBlank(url) { return journeys }
        if let blocked = chain.blocked { return noting(blocked, at: url).stay(url, intent) }
        if let journeys = askPlayServices(url, intent) { return journeys }
        if let (app, facts) = resolve(intent) {
            var next = noting(.externalOpensApp, at: url)
            next.steps.append(.init(address: intent.data, facts: facts))
            return next.open(app, intent.data)
        }
        let mismatch = phone.androidApps.contains { $0.package == intent.package }
        let next = noting(.unresolvedIntent, mismatch ? .explicitIntentBlocked : nil, at: url)
        if let fallback = intent.fallback { return next.goToFallback(fallback) }
        guard let package = intent.package, phone.stores.contains(.play) else {
            return next.noting(intent.package == nil ? nil : .withoutPlay, at: url).end(.blankPage)
        }
        return next.noting(.play, at: url).end(.store(.market(package)))
    }

    /// Opens a fallback: in Play if it is a Play URL that opens there, otherwise as a page, which can't launch apps.
    func goToFallback(_ url: String) -> [Journey] {
        guard let page = AppStorePage(web: url), page.store == .play else {
            return noting(.fallbackPage, at: url).with { $0.hasLaunched = true }.load(url)
        }
        if chain.blocked == nil, phone.stores.contains(.play) {
            return noting(.playFallback, at: url).end(.store(page.market))
        }
        return noting(.playFallbackOnWeb, phone.stores.contains(.play) ? nil : .withoutPlay, at: url).load(url)
    }

    /// Continues when launching apps is blocked.
    private func stay(_ url: String, _ intent: IntentLink) -> [Journey] {
        if let fallback = intent.fallback {
            return noting(.blockedFallback, at: url).with { $0.hasLaunched = true }.load(fallback)
        }
        let next = noting(.blockedBanner, at: url)
        guard let (app, _) = resolve(intent) else { return next.end(.blankPage) }
        return next.ask(.banner, accepted: next.open(app, intent.data), refused: next.end(.blankPage))
    }

    private func goToScheme(_ url: String) -> [Journey] {
        if let blocked = chain.blocked {
            let next = noting(blocked, .blockedBanner, at: url)
            guard let journeys = next.openScheme(url) else { return next.end(.blankPage) }
            return next.ask(.banner, accepted: journeys, refused: next.end(.blankPage))
        }
        if let journeys = openScheme(url) { return journeys }
        let isStores = AppStorePage(scheme: url)?.store == .play
        let next = noting(.unresolvedScheme, isStores ? .withoutPlay : nil, at: url)
        return next.end(chain.isRedirected ? .blankPage : .nothingHappens)
    }

    private func askInIncognito(_ url: String, _ intent: IntentLink) -> [Journey] {
        let next = noting(.incognito, at: url)
        guard chain.blocked == nil, let (app, _) = resolve(intent) else { return next.goToIntent(url, intent) }
        let refused = intent.fallback.map { next.with { $0.hasLaunched = true }.load($0) } ?? next.end(.blankPage)
        return next.ask(.openApp, accepted: next.open(app, intent.data), refused: refused)
    }

    /// Samsung Internet after the user chose "open with Samsung Internet".
    private func leaveSamsungBlank(_ url: String) -> [Journey]? {
        guard phone.surface == .samsungInternet, let from = chain.redirectedFrom,
            phone.choices.keptInBrowser.contains(from.urlHost)
        else { return nil }
        return noting(.samsungKept, at: url).end(.blankPage)
    }
}
