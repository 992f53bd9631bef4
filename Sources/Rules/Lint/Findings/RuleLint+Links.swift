import Links
import Routing

/// Short links in the configuration, each asked for at each of the site's hosts.
extension RuleLint {
    mutating func checkLinks() {
        for site in sites.map(\.definition) {
            for link in site.links {
                for host in site.hosts where requestsLeft > 0 {
                    requestsLeft -= 1
                    if check(link, of: site, at: host) { break }
                }
            }
        }
    }

    /// Whether something was told.
    private mutating func check(_ link: LinkDefinition, of site: SiteDefinition, at host: String) -> Bool {
        var draft = RequestDraft(base: LinkShapes.linkBase(host) + link.code)
        guard let outcome = runner.decide(draft) else { return false }
        let place = loaded.places[site.name]?.links[link.code]
        let path = "\(site.name).links.\(link.code)"
        if let fault = outcome.fault, fault.code != .noRuleMatched {
            report(
                .refusedLink, at: place, path: path, "the site refuses its short link `\(link.code)`: \(fault.code.name)",
                hint: fault.message, example: draft)
            return true
        }
        // Some parameters are looked at for the platform that they are meant for.
        draft.platform = "ipados"
        let warnings = outcome.warnings.union(runner.decide(draft)?.warnings ?? []).intersection(.ofLinks)
        guard !warnings.isEmpty else { return false }
        let apple = runner.decide(draft)?.warnings.intersection(.ofLinks) == warnings
        if !apple { draft.platform = nil }
        report(
            .linkParameter, at: place, path: path,
            "the short link `\(link.code)` has parameters that mean nothing: \(warnings.codes.joined(separator: ", "))",
            hint: "the warnings are those of the Dynamic Links API", example: draft)
        return true
    }
}

extension Warnings {
    /// What is wrong with a link itself, whoever clicks it.
    fileprivate static let ofLinks: Warnings = [
        .notInProjectAndroidPackageName, .notIntegerAndroidPackageMinVersion, .unnecessaryAndroidPackageMinVersion,
        .unnecessaryAndroidLink, .unnecessaryAndroidFallbackLink, .notInProjectIOSBundleID, .notInProjectIPadBundleID,
        .notNumericIOSAppStoreID, .unnecessaryIOSAppStoreID, .notMatchingIOSBundleIDAndStoreID,
        .unnecessaryIOSURLScheme, .badDebugParam, .unrecognizedParam,
    ]
}
