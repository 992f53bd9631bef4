/// HarmonyOS 5 and later: App Linking (Huawei, "Using App Linking") and AppGallery.
extension Walk {
    func startOnHarmony(_ link: String, _ tap: Tap) -> [Journey] {
        switch tap {
        case .otherApp, .cameraCode:
            if let app = phone.linkedApp(link) { return noting(.harmonyLink, at: link).open(app, link) }
            return with { $0.start = .view(link) }.noting(.harmonyLink, at: link).load(link)
        case .page(let host): return on(host).go(to: link)
        case .script(let host): return on(host).with { $0.start = .script }.go(to: link)
        case .typed, .history, .backgroundTab, .firstLoad, .codeReader, .again:
            return with { $0.start = .firstLoad }.noting(.harmonyLoads, at: link).load(link)
        }
    }

    /// Navigates in a browser or web view.
    func goOnHarmony(to url: String) -> [Journey] {
        if let page = AppStorePage(web: url) ?? AppStorePage(scheme: url), page.store == .huawei {
            return noting(.harmonyStore, at: url).end(.store(page.inApp))
        }
        guard url.isWeb else { return noting(.notAnApp, at: url).end(.unknownScheme) }
        guard let app = phone.linkedApp(url), chain.start == .tap else { return load(url) }
        let next = noting(.harmonyTap, at: url)
        return next.open(app, url) + next.load(url)
    }
}
