import Association
import Configuration
import Expressions
import Routing
import Rules

/// Compares the links claimed by association files with the rules' decisions. If a file claims a link, the system opens
/// the app without a request; otherwise no app opens automatically.
extension RuleLint {
    mutating func checkAssociation() {
        var files = AssociationFiles(ruleSet)
        findLargeFiles(&files)
        for site in sites.indices where !sites[site].definition.apps.isEmpty {
            let links = SiteLink.links(of: sites[site], queries: rules(of: site).compactMap { rules[$0].formula })
            findUnassociatedApps(site, links)
            var claimed: [ClaimedLink] = []
            // Without rules of its own, HarmonyOS stays on the web.
            for store in [AppDefinition.Store.ios, .android] { compare(links, site, store, &files, &claimed) }
            for link in claimed { report(link, site) }
        }
    }

    // MARK: - Apps missing from the files

    private mutating func findUnassociatedApps(_ site: Int, _ links: [SiteLink]) {
        for app in sites[site].definition.apps where !app.isAssociated {
            guard let example = openingClick(app, links) else { continue }
            let name = sites[site].definition.name
            let isApple = app.store == .ios
            report(
                .unassociatedApp, at: loaded.places[name]?.place(of: app), path: "\(name).apps",
                "rules open `\(app.id)`, but links don't open it directly: \(isApple ? "apple-app-site-association" : "assetlinks.json") omits an app without `\(isApple ? "team" : "sha256")`",
                hint: isApple
                    ? "`team` is the App ID prefix: ten uppercase letters and digits"
                    : "`sha256` lists the fingerprints of its signing certificates; with Play App Signing, find them in the Play Console",
                example: example)
        }
    }

    /// A click for which the rules open the app if it is installed.
    private mutating func openingClick(_ app: AppDefinition, _ links: [SiteLink]) -> RequestDraft? {
        for link in links {
            for platform in app.store.platforms {
                var draft = link.draft.installed(on: platform)
                let parameter = app.store == .ios ? "ibi" : "apn"
                if draft.parameters.contains(where: { $0.name == parameter }) { draft.set(parameter, app.id) }
                guard let outcome = runner.decide(draft) else { return nil }
                if outcome.kind == .appOpen, outcome.app == app.id { return draft }
            }
        }
        return nil
    }

    // MARK: - Links

    /// A link that a file claims but the rules keep on the web.
    private struct ClaimedLink {
        /// The rule that keeps it on the web because of the link's address, or the link's code; if both are `nil`, this
        /// applies to all links of the site.
        var rule: String?
        var code: String?
        var stores: [AppDefinition.Store]
        var example: RequestDraft
    }

    private mutating func compare(
        _ links: [SiteLink], _ site: Int, _ store: AppDefinition.Store, _ files: inout AssociationFiles,
        _ claimed: inout [ClaimedLink]
    ) {
        let apps = sites[site].definition.apps.filter { $0.store == store && $0.isAssociated }
        guard !apps.isEmpty else { return }
        var kept: [ClaimedLink] = []
        var uncovered: [RequestDraft] = []
        var isOpened = false
        // If no rule distinguishes links, one link that opens the app represents all of them.
        let isThorough =
            !sites[site].definition.excludedLinks.isEmpty || rules(of: site).contains { rules[$0].namesLinks }
        for link in links where link.code != nil || isThorough || !isOpened {
            guard let isClaimed = files.open(link.draft.link, in: apps) else { continue }
            let drafts = store.platforms.map { link.draft.installed(on: $0) }
            let outcomes = drafts.compactMap(runner.decide)
            guard outcomes.count == drafts.count else { return }
            let opened = outcomes.firstIndex { outcome in
                outcome.kind == .appOpen && apps.contains { $0.id == outcome.app }
            }
            if let opened {
                isOpened = true
                if !isClaimed { uncovered.append(drafts[opened]) }
            } else if isClaimed, outcomes.allSatisfy(\.staysOnTheWeb) {
                let rule = outcomes[0].rule.flatMap { id in rules.first { $0.id == id && $0.namesLinks }?.id }
                kept.append(
                    ClaimedLink(rule: rule, code: rule == nil ? link.code : nil, stores: [store], example: drafts[0]))
            }
        }
        reportUncovered(uncovered, site, store)
        if !isOpened, let first = kept.first {
            kept = [ClaimedLink(stores: [store], example: first.example)]
        } else {
            kept.removeAll { $0.rule == nil && $0.code == nil }
        }
        for link in kept { Self.add(link, to: &claimed) }
    }

    private static func add(_ link: ClaimedLink, to claimed: inout [ClaimedLink]) {
        if let place = claimed.firstIndex(where: { $0.rule == link.rule && $0.code == link.code }) {
            claimed[place].stores += link.stores.filter { !claimed[place].stores.contains($0) }
        } else {
            claimed.append(link)
        }
    }

    // MARK: - Reports

    private mutating func reportUncovered(_ links: [RequestDraft], _ site: Int, _ store: AppDefinition.Store) {
        guard let first = links.first else { return }
        let name = sites[site].definition.name
        let more = links.count == 1 ? "" : " and \(links.count - 1) more of the links tried"
        report(
            .uncoveredLink, at: loaded.places[name]?.association ?? loaded.places[name]?.name, path: name,
            "the rules open an app for `\(LinkAddress(first.link).path)`\(more), but \(store.file) leaves it to the web",
            hint: "remove it from `exclude`, or add a rule that keeps it on the web", example: first)
    }

    private mutating func report(_ link: ClaimedLink, _ site: Int) {
        let name = sites[site].definition.name
        let who = link.stores.map(\.systems).joined(separator: " and ")
        let path = LinkAddress(link.example.link).path
        if let rule = link.rule.flatMap({ id in rules.first { $0.id == id } }) {
            // A shared rule is reported once.
            guard !findings.contains(where: { $0.code == .claimedLink && $0.path == rule.id }) else { return }
            report(
                .claimedLink, rule, "`\(rule.name)` keeps links on the web that \(who) open in the app directly",
                hint: "list them under the site's `association: {exclude: […]}`", example: link.example)
        } else if let code = link.code {
            report(
                .claimedLink, at: loaded.places[name]?.links[code], path: "\(name).links.\(code)",
                "the rules keep the short link `\(code)` on the web, but \(who) open it in the app directly",
                hint: "exclude it with `association: {exclude: [\"/\(code)\"]}`, or name the app in it",
                example: link.example)
        } else {
            report(
                .claimedLink, at: loaded.places[name]?.name, path: name,
                "the rules keep every link of the site `\(name)` on the web, but \(who) open `\(path)` in the app directly",
                hint: "exclude it with `association: {exclude: [\"/*\"]}`, or add a rule that opens the app",
                example: link.example)
        }
    }

    private mutating func findLargeFiles(_ files: inout AssociationFiles) {
        var seen: Set<String> = []
        for site in sites.map(\.definition) {
            for (written, host) in zip(site.hosts + site.hosting, site.linkHosts) where seen.insert(host).inserted {
                let size = files.appleSize(of: host)
                guard size > AppleAppSiteAssociation.maximumBytes else { continue }
                report(
                    .associationTooLarge, at: loaded.places[site.name]?.hosts[written], path: "\(site.name).hosts",
                    "apple-app-site-association of `\(host)` has \(size) bytes; Apple devices read at most \(AppleAppSiteAssociation.maximumBytes)",
                    hint: "move some of its apps to other hosts", .error)
            }
        }
    }
}

extension LintRule {
    /// Whether the condition depends on the individual link, not only on its contents.
    fileprivate var namesLinks: Bool {
        let asked = Set((formula?.tests ?? []).flatMap(\.facts).compactMap(FactName.init))
        if !asked.isDisjoint(with: [.linkHost, .linkPath, .linkCode, .linkQuery, .linkPayload]) { return true }
        // A condition that otherwise tests only the platform refers to kinds of links.
        let kinds: Set<FactName> = [.linkForm, .linkGeneration, .linkPayloadIsAction]
        return !asked.isDisjoint(with: kinds)
            && asked.isSubset(of: kinds.union([.devicePlatform, .deviceFormFactor]))
    }
}

extension RequestDraft {
    /// The click on a device with the app installed.
    func installed(on platform: String) -> RequestDraft {
        var draft = self
        draft.platform = platform
        draft.app = App(state: "current")
        return draft
    }
}

extension RequestRunner.Outcome {
    fileprivate var staysOnTheWeb: Bool { kind == .webWidget || kind == .continueRedirect }
}

extension AppDefinition.Store {
    fileprivate var file: String { self == .ios ? "apple-app-site-association" : "assetlinks.json" }
    fileprivate var systems: String { self == .ios ? "Apple devices" : "Android devices" }
}

/// The declarations that the manifests of Android apps need.
extension RuleLint {
    /// Reports them for apps whose site declares the links that they receive: the app does not open links that its
    /// manifest does not declare.
    mutating func nameManifests() {
        for site in sites.map(\.definition) {
            for declaration in site.declarations where declaration.app.receives != nil {
                let links = declaration.filters.map { "https://\($0.host)\($0.pathPrefix ?? "")" }
                report(
                    .manifest, at: loaded.places[site.name]?.place(of: declaration.app), path: "\(site.name).apps",
                    "the manifest of `\(declaration.app.id)` must declare \(links.joined(separator: ", "))",
                    hint: "`fingerpost association` prints the filters to paste", .note)
            }
        }
    }
}
