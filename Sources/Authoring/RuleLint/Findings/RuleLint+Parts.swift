import Configuration
import Routing
import Rules

/// Sites, apps and links that nothing leads to.
extension RuleLint {
    /// A directory without sites: most likely their files are elsewhere.
    mutating func findMissingSites() {
        guard sites.isEmpty else { return }
        report(
            .noSites, at: nil, path: "rules", "no site is defined: every link is refused",
            hint: "define one in a file such as `sites/example.yaml` that begins with `site:`")
    }

    mutating func findUnusedParts() {
        for site in sites.map(\.definition) {
            let places = loaded.places[site.name]
            if site.hosts.isEmpty, site.hosting.isEmpty, site.handler == nil {
                report(
                    .unusedSite, at: places?.name, path: site.name, "no link reaches the site `\(site.name)`",
                    hint: "give it `hosts`, `hosting` or a `handler`")
                continue
            }
            if site.hosts.isEmpty, let link = site.links.first {
                report(
                    .unusedLink, at: places?.links[link.code], path: "\(site.name).links",
                    "no address reaches the short links of `\(site.name)`", hint: "give the site `hosts`")
            }
            if site.hosts.isEmpty { findUnusedApps(site, places) }
        }
    }

    /// Sites whose own rules decide every click, so that no rule of all sites is tried for them.
    mutating func findClosedSites() {
        guard !loaded.rules.isEmpty else { return }
        for site in sites.indices {
            let own = rules.filter { $0.site == site && $0.decides && $0.cubes != nil }
            guard let last = own.last else { continue }
            let relations = space.relations + sites[site].relations
            let name = sites[site].definition.name
            let blockers = relations + own.flatMap { $0.cubes ?? [] }
            let question = "whether its own rules match every click"
            guard isNever(sites[site].cubes, outside: blockers, .site(name), question) else { continue }
            report(
                .closedSite, last,
                "the rules of the site `\(name)` match every click: shared rules are never tried for it (by reasoning)",
                .note)
        }
    }

    /// Hosting links name no app: they open the first of a platform.
    private mutating func findUnusedApps(_ site: SiteDefinition, _ places: SitePlaces?) {
        let named = Set(
            rules.filter { $0.site == nil || sites[$0.site ?? 0].definition.name == site.name }
                .flatMap(\.definition.action.apps))
        for store in [AppDefinition.Store.android, .ios] {
            for app in site.apps.filter({ $0.store == store }).dropFirst() where !named.contains(app.id) {
                report(
                    .unusedApp, at: places?.apps[app.id], path: "\(site.name).apps",
                    "no link opens `\(app.id)`: Hosting links open the first app of each platform",
                    hint: "only a request with ActionCodeSettings can name it", .note)
            }
        }
    }
}

extension ActionDefinition {
    /// The apps that a rule names, its fallback's included.
    var apps: [String] {
        switch outcome {
        case .appOpen(let app, _, _, .storeInstall(let installed, _, _)?)?: [app, installed].compactMap { $0 }
        case .appOpen(let app, _, _, _)?, .storeInstall(let app, _, _)?: [app].compactMap { $0 }
        default: []
        }
    }
}
