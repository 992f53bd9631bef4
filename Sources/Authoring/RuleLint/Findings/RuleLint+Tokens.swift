public import Configuration
import PageDesign
import Routing
public import Rules
public import Settings

/// Sites with deferred links whose clicks get no token.
extension RuleLint {
    mutating func findMissingTokens() {
        for site in sites.map(\.definition) where site.deferred != nil && site.pages?.copiesToken != true {
            let place = loaded.places[site.name]?.name
            if !site.apps.contains(where: { $0.store == .android }) {
                report(
                    .missingToken, at: place, path: "\(site.name).deferred",
                    "`deferred` of `\(site.name)` has no effect: only Google Play passes tokens on, and the site has no Android app",
                    hint: "set `pages: {copy_token: true}` for Apple apps, or remove `deferred`")
            } else if site.apps.contains(where: { $0.store == .ios && $0.appStoreID != nil }) {
                report(
                    .missingToken, at: place, path: "\(site.name).deferred",
                    "the Apple app of `\(site.name)` gets no token: the App Store passes none on",
                    hint: "`pages: {copy_token: true}` lets pages copy one, which users paste", .note)
            }
        }
    }

    /// Sites with deferred links whose tokens have no key, by the settings. Options of the daemon may still add one.
    public static func keyFindings(in loaded: LoadedRules, _ settings: DaemonSettings) -> [FileDiagnostic] {
        guard settings.source != nil, settings.pageKeyFiles.isEmpty else { return [] }
        return loaded.sites.filter { $0.deferred != nil }.map { site in
            FileDiagnostic(
                .warning, .missingToken,
                "clicks of `\(site.name)` get no token: the nodes of a source share no key for tokens",
                at: loaded.places[site.name]?.name, path: "\(site.name).deferred",
                hint: "set `page_key_file` to the same file on every node")
        }
    }
}
