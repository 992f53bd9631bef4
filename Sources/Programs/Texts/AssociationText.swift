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
        site.declarations.flatMap { declaration in
            switch declaration.app.store {
            case .android: manifest(declaration)
            case .ios: entitlements(declaration)
            case .harmony: module(declaration)
            }
        }
    }

    /// The hosts of a site's links, without duplicates.
    static func hosts(of site: SiteDefinition) -> [String] {
        var known: Set<String> = []
        return site.linkHosts.filter { known.insert($0).inserted }
    }

    /// The files of a host, or `nil` if no site has links on it.
    package static func files(of host: String, _ ruleSet: RuleSet) -> [String]? {
        guard let association = ruleSet.association(of: Array(host.utf8).span) else { return nil }
        let files: [(name: String, json: [UInt8]?)] = [
            ("apple-app-site-association", association.apple.json), ("assetlinks.json", association.android.json),
            ("applinking.json", association.harmony?.json),
        ]
        return files.flatMap { name, json in
            json.map { ["## https://\(host)/.well-known/\(name)", "", String(decoding: $0, as: UTF8.self), ""] } ?? []
        }
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

    /// The entry of `skills` (OpenHarmony, "module.json5 Configuration File"), whose paths have no leading slash.
    private static func module(_ declaration: AppDeclaration) -> [String] {
        let uris = declaration.filters.map { filter in
            let path = filter.pathPrefix.map { ", \"pathStartWith\": \"\($0.dropFirst())\"" } ?? ""
            return "        {\"scheme\": \"https\", \"host\": \"\(filter.host)\"\(path)}"
        }
        return [
            "## \(declaration.app.id), module.json5, in the skills of the ability that opens links", "", "{",
            #"    "entities": ["entity.system.browsable"],"#, #"    "actions": ["ohos.want.action.viewData"],"#,
            #"    "uris": ["#, uris.joined(separator: ",\n"), "    ],", #"    "domainVerify": true"#, "}", "",
        ]
    }
}
