/// Firefox, DuckDuckGo and web views on Android.
extension Walk {
    // MARK: - Firefox

    func goInFirefox(to url: String, _ setting: Engine.OpensApps) -> [Journey] {
        switch Target(url) {
        case .web: goInFirefox(toWeb: url, setting)
        case .intent(let intent?): goInFirefox(to: intent, url, setting)
        case .intent(nil), .nothing: noting(.notAnApp, at: url).end(.unknownScheme)
        case .scheme:
            openScheme(url).map { noting(.firefoxOpens, at: url).prompt(setting, $0, end(.nothingHappens)) }
                ?? noting(.notAnApp, at: url).end(.unknownScheme)
        }
    }

    private func goInFirefox(toWeb url: String, _ setting: Engine.OpensApps) -> [Journey] {
        let store = AppStorePage(web: url).flatMap {
            $0.store == .play && phone.stores.contains(.play) ? $0.inApp : nil
        }
        let approved = phone.approvedApp(url)
        guard store != nil || approved != nil else { return load(url) }
        if setting == .never { return noting(.firefoxNever, at: url).load(url) }
        if phone.choices.refusedInTab { return noting(.firefoxRefused, at: url).load(url) }
        if let shown, Self.mainHost(shown) == Self.mainHost(url) { return noting(.firefoxSameHost, at: url).load(url) }
        let next = noting(.firefoxOpens, at: url)
        let opened = store.map { next.end(.store($0)) } ?? approved.map { next.open($0.app, url) } ?? []
        return next.prompt(setting, opened, next.load(url))
    }

    private func goInFirefox(to intent: IntentLink, _ url: String, _ setting: Engine.OpensApps) -> [Journey] {
        let fallback = intent.fallback.map { noting(.fallbackPage, at: $0).load($0) }
        if setting == .never, let target = intent.fallback { return noting(.firefoxNever, at: url).load(target) }
        if let (app, facts) = resolve(intent) {
            if phone.choices.refusedInTab {
                return intent.fallback.map { noting(.firefoxRefused, at: url).load($0) } ?? end(.nothingHappens)
            }
            var next = noting(.firefoxOpens, at: url)
            next.steps.append(.init(address: intent.data, facts: facts))
            return next.prompt(
                setting == .never ? .ask : setting, next.open(app, intent.data), fallback ?? end(.nothingHappens))
        }
        let isInstalled = phone.androidApps.contains { $0.package == intent.package }
        if let package = intent.package, !isInstalled, phone.stores.contains(.play) {
            return noting(.firefoxPlayFirst, at: url).end(.store(.market(package)))
        }
        guard let target = intent.fallback else { return noting(.notAnApp, at: url).end(.unknownScheme) }
        return noting(isInstalled ? .firefoxMismatch : .withoutPlay, at: url).load(target)
    }

    /// Prompts if the setting requires it.
    private func prompt(_ setting: Engine.OpensApps, _ opened: [Journey], _ refused: [Journey]) -> [Journey] {
        setting == .always ? opened : ask(.openApp, accepted: opened, refused: refused)
    }

    /// The host without the prefixes that Firefox ignores in comparisons.
    private static func mainHost(_ url: String) -> Substring {
        let host = url.urlHost[...]
        let prefix = ["www.", "m.", "mobile.", "maps."].first { host.hasPrefix($0) }
        return host.dropFirst(prefix?.count ?? 0)
    }

    // MARK: - DuckDuckGo

    func goInDuckDuckGo(to url: String) -> [Journey] {
        let next = noting(.duckDuckGo, at: url)
        switch Target(url) {
        case .web:
            // Only a tap opens the app of a web address; a redirect stays.
            guard !chain.isRedirected, let (app, _) = phone.approvedApp(url) else { return load(url) }
            return next.ask(.openApp, accepted: next.open(app, url), refused: next.load(url))
        case .intent(let intent?):
            let fallback = intent.fallback.map { next.noting(.fallbackPage, at: $0).load($0) }
            if let (app, _) = resolve(intent) {
                return next.ask(
                    .openApp, accepted: next.open(app, intent.data), refused: fallback ?? next.end(.nothingHappens))
            }
            if let fallback { return fallback }
            guard let package = intent.package, phone.stores.contains(.play) else { return next.end(.nothingHappens) }
            return next.noting(.play, at: url).end(.store(.market(package)))
        case .scheme:
            return openScheme(url).map { next.ask(.openApp, accepted: $0, refused: next.end(.nothingHappens)) }
                ?? next.end(.unknownScheme)
        case .intent(nil), .nothing: return next.end(.unknownScheme)
        }
    }

    // MARK: - Web views

    func goInWebView(to url: String, passesIntents: Bool) -> [Journey] {
        switch Target(url) {
        case .web where leavesLine(url): return noting(.lineExit, at: url).leave(to: url)
        case .web: return noting(.webViewStays, at: url).load(url)
        case .intent(let intent?) where passesIntents:
            if let (app, _) = resolve(intent) { return open(app, intent.data) }
            if let fallback = intent.fallback { return goToFallback(fallback) }
        case .scheme where passesIntents:
            if let journeys = openScheme(url) { return journeys }
        case .scheme("instagram") where url.hasPrefix("instagram://extbrowser") && phone.surface == .instagram:
            let next = noting(.extBrowser, at: url)
            let browser = url.queryValue("url").map { next.leave(to: $0) } ?? []
            return browser + next.end(.nothingHappens)
        default: break
        }
        return noting(.webViewScheme, at: url).end(.unknownScheme)
    }
}
