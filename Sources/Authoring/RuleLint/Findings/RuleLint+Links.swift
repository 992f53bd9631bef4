import Configuration
import Links
import Routing
import Rules

/// Short links of the configuration, each requested at every host of its site.
extension RuleLint {
    /// The maximum number of short links of a site that are tried.
    static let linkLimit = 20_000

    mutating func checkLinks() {
        for site in sites.map(\.definition) where !site.links.isEmpty && !site.hosts.isEmpty {
            guard let reader = RequestRunner.probe(nil, of: site, ruleSet, limit: limit) else { continue }
            for link in site.links.prefix(Self.linkLimit) { check(link, of: site, reader) }
            guard site.links.count > Self.linkLimit else { continue }
            omit(
                .site(site.name), "its short links from `\(site.links[Self.linkLimit].code)` onwards",
                "lint tries the first \(Self.linkLimit) of \(site.links.count)")
        }
    }

    private mutating func check(_ link: LinkDefinition, of site: SiteDefinition, _ reader: RequestRunner) {
        for host in site.hosts {
            let draft = RequestDraft(base: LinkShapes.linkBase(host) + link.code)
            guard let fault = runner.decide(draft)?.fault, fault.code != .noRuleMatched else { continue }
            return report(
                .refusedLink, at: loaded.places[site.name]?.links[link.code], path: "\(site.name).links.\(link.code)",
                "the site refuses its short link `\(link.code)`: \(fault.code.name)",
                hint: "at \(host): \(fault.message)", example: draft)
        }
        checkParameters(of: link, of: site, reader)
    }

    /// Reports the link's parameters that have no effect on any click.
    private mutating func checkParameters(
        of link: LinkDefinition, of site: SiteDefinition, _ reader: RequestRunner
    ) {
        var draft = RequestDraft(base: LinkShapes.linkBase(site.hosts[0]) + link.code)
        // Some parameters only affect their own platform.
        draft.platform = "ipados"
        checkForce(of: link, of: site, draft)
        guard let warnings = reader.decide(draft)?.warnings.intersection(.ofLinks), !warnings.isEmpty else { return }
        report(
            .linkParameter, at: loaded.places[site.name]?.links[link.code], path: "\(site.name).links.\(link.code)",
            "the short link `\(link.code)` has parameters without effect: \(warnings.codes.joined(separator: ", "))",
            hint: "these are warnings of the Dynamic Links API", example: draft)
    }

    private mutating func checkForce(of link: LinkDefinition, of site: SiteDefinition, _ draft: RequestDraft) {
        guard isForced(link), let outcome = runner.decide(draft), outcome.app != nil, outcome.page == nil,
            outcome.kind != .appOpen
        else { return }
        report(
            .forcedRedirect, at: loaded.places[site.name]?.links[link.code], path: "\(site.name).links.\(link.code)",
            "the short link `\(link.code)` bypasses installed apps: `efr=1` skips the page that opens them",
            hint: "leave `efr=1` out, unless the app is never installed", example: draft)
    }
}

extension Warnings {
    /// Faults of the link itself, regardless of the click.
    fileprivate static let ofLinks: Warnings = [
        .notInProjectAndroidPackageName, .notIntegerAndroidPackageMinVersion, .unnecessaryAndroidPackageMinVersion,
        .unnecessaryAndroidLink, .unnecessaryAndroidFallbackLink, .notInProjectIOSBundleID, .notInProjectIPadBundleID,
        .notNumericIOSAppStoreID, .unnecessaryIOSAppStoreID, .notMatchingIOSBundleIDAndStoreID,
        .unnecessaryIOSURLScheme, .badDebugParam, .unrecognizedParam,
    ]
}
