import Association
import ByteText
package import Routing

/// Formats both sides of an association for pasting: the declarations of apps, and the served files.
package enum AssociationText {
    /// A site's apps, then the files of its hosts.
    package static func lines(of site: SiteDefinition, _ ruleSet: RuleSet) -> [String] {
        var lines = ["# Site \(site.name)", ""] + declarations(of: site)
        for host in hosts(of: site) { lines += files(of: host, ruleSet) ?? [] }
        return lines
    }

    /// The declarations of each app of a site.
    package static func declarations(of site: SiteDefinition) -> [String] {
        site.declarations.flatMap { $0.app.store == .android ? manifest($0) : entitlements($0) }
    }

    /// The hosts of a site's links, without duplicates.
    static func hosts(of site: SiteDefinition) -> [String] {
        var known: Set<String> = []
        return site.linkHosts.filter { known.insert($0).inserted }
    }

    /// The files of a host, or `nil` if no site has links on it.
    package static func files(of host: String, _ ruleSet: RuleSet) -> [String]? {
        guard let association = ruleSet.association(of: Array(host.utf8).span) else { return nil }
        return [
            "## https://\(host)/.well-known/apple-app-site-association", "",
            String(decoding: association.apple.json, as: UTF8.self), "",
            "## https://\(host)/.well-known/assetlinks.json", "",
            String(decoding: association.android.json, as: UTF8.self), "",
        ]
    }

    private static func manifest(_ declaration: AppDeclaration) -> [String] {
        ["## \(declaration.app.id), AndroidManifest.xml, in the activity that opens links", ""]
            + intentFilters(of: declaration) + [""]
    }

    static func intentFilters(of declaration: AppDeclaration) -> [String] {
        declaration.filters.flatMap { filter in
            [
                filter.isVerified ? #"<intent-filter android:autoVerify="true">"# : "<intent-filter>",
                #"    <action android:name="android.intent.action.VIEW" />"#,
                #"    <category android:name="android.intent.category.DEFAULT" />"#,
                #"    <category android:name="android.intent.category.BROWSABLE" />"#,
                "    <data android:scheme=\"https\" android:host=\"\(filter.host)\"\(path(filter)) />",
                "</intent-filter>",
            ]
        }
    }

    private static func path(_ filter: AppDeclaration.IntentFilter) -> String {
        filter.pathPrefix.map { " android:pathPrefix=\"\($0)\"" } ?? ""
    }

    private static func entitlements(_ declaration: AppDeclaration) -> [String] {
        ["## \(declaration.app.id), entitlements", ""] + associatedDomains(of: declaration) + [""]
    }

    static func associatedDomains(of declaration: AppDeclaration) -> [String] {
        ["<key>com.apple.developer.associated-domains</key>", "<array>"]
            + declaration.associatedDomains.map { "    <string>\($0)</string>" } + ["</array>"]
    }
}
