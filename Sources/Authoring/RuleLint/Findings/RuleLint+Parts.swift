import Configuration
import Links
import Routing
import Rules
import WebAddress

/// Unused sites, apps and links.
extension RuleLint {
    /// Reports a directory without sites: their files are most likely elsewhere.
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
            if refusesEveryLink(site) {
                reportRefusal(of: site, at: places?.name)
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

    /// Whether a site allows no address at all, so that every link with a target is rejected before any rule is tried.
    private func refusesEveryLink(_ site: SiteDefinition) -> Bool {
        guard site.handler == nil else { return false }
        switch site.urlPolicy {
        case .any: return false
        case .patterns(let patterns): return patterns.isEmpty
        case .authorizedDomains:
            return site.authorizedDomains.allSatisfy { !ruleSet.development && Self.isLoopback($0) }
        }
    }

    private static func isLoopback(_ domain: String) -> Bool {
        let bytes = Array(domain.utf8)
        return Host(bytes.span).isLoopback
    }

    private mutating func reportRefusal(of site: SiteDefinition, at location: SourceLocation?) {
        let base = site.hosts.first.map(LinkShapes.linkBase) ?? site.hosting.first.map(LinkShapes.hostingBase)
        var draft = base.map(RequestDraft.init)
        draft?.set("link", "https://www.example.com/")
        let isShown = draft.flatMap(runner.decide)?.fault?.code == .urlPatternMismatch
        report(
            .refusingSite, at: location, path: site.name,
            "the site `\(site.name)` refuses every link: no target is allowed",
            hint: Self.remedy(of: site), example: isShown ? draft : nil)
    }

    private static func remedy(of site: SiteDefinition) -> String {
        if case .patterns = site.urlPolicy {
            return "without `url_patterns` it allows https on its `authorized_domains`"
        }
        guard let local = site.authorizedDomains.first else {
            return "list the domains of your pages under `authorized_domains`, or give it `url_patterns`"
        }
        return "`\(local)` is allowed in development only; add the domains of your pages"
    }

    /// Reports sites whose own rules decide every click, so that shared rules are never tried for them.
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

    /// Links of Firebase Hosting name no app, and open the first one of a platform.
    private mutating func findUnusedApps(_ site: SiteDefinition, _ places: SitePlaces?) {
        let named = Set(
            rules.filter { $0.site == nil || sites[$0.site ?? 0].definition.name == site.name }
                .flatMap(\.definition.action.apps))
        for store in AppDefinition.Store.allCases {
            for app in site.apps.filter({ $0.store == store }).dropFirst() where !named.contains(app.id) {
                report(
                    .unusedApp, at: places?.place(of: app), path: "\(site.name).apps",
                    "no link opens `\(app.id)`: Hosting links open the first app of each platform",
                    hint: "only a request with ActionCodeSettings can name it", .note)
            }
        }
    }
}

extension ActionDefinition {
    /// The apps that a rule names, including those of its fallback.
    var apps: [String] {
        switch outcome {
        case .appOpen(let app, _, _, .storeInstall(let installed, _, _)?)?: [app, installed].compactMap { $0 }
        case .appOpen(let app, _, _, _)?, .storeInstall(let app, _, _)?: [app].compactMap { $0 }
        default: []
        }
    }
}
