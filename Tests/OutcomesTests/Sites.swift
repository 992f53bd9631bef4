import Clicks
import Outcomes
import Routing
import RuleLint
import Rules
import TestSupport

/// Sites whose links are followed on every phone.
enum Sites {
    static let base = """
        hosts: [go.example.com]
        hosting: [auth.example.com]
        handler: "https://shop.firebaseapp.com/__/auth/action"
        authorized_domains: [www.example.com, shop.firebaseapp.com]
        """
    private static let sha256 =
        "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"
    private static let apple = """
          - ios: {bundle: com.example.ios, team: ABCDE12345, app_store_id: "1234567", custom_scheme: com.example.ios, minimum_version: "3"}
        """

    private static func site(_ name: String, _ android: String, _ more: String = "") -> String {
        """
        site: \(name)
        \(base)
        apps:
          - android: {package: com.example.android, minimum_version: "12", install: true, sha256: ["\(sha256)"]\(android)}
        \(apple)
        \(more)
        """
    }

    /// As documented: apps receive payloads, and pages are on another host of the site.
    static let plain = site("plain", "")
    /// With all site keys for phones: the URL that the app receives, a page host, other stores, a page.
    static let complete = site(
        "complete", ", receives: link, stores: {amazon: com.example.android, huawei: C100123}",
        #"  - harmony: {bundle: com.example.harmony, app_id: "5765880207854649541"}"#
            + "\npage_host: preview.example.com\noptions: {android_fallback_page: true, ipad_check: true}")
    /// Hosting links with stores.
    static let stores = site("stores", ", receives: payload", "options: {enforce_store_semantics: true}")

    /// One host, and no scheme: pages can't open the app on Apple's systems.
    static let lonely = """
        site: lonely
        hosts: [go.example.com]
        authorized_domains: [www.example.com]
        apps: [{ios: {bundle: com.example.ios, team: ABCDE12345, app_store_id: "1234567"}}]

        """

    static let all = [("plain", plain), ("complete", complete), ("stores", stores), ("lonely", lonely)]

    /// A site with the shipped rules.
    static func load(_ site: String) throws -> (loaded: LoadedRules, ruleSet: RuleSet) {
        let folder = try RulesFolder(site: site)
        let loaded = try withExtendedLifetime(folder) { try RuleDirectory.load(path: folder.path) }
        return (loaded, RuleSet(loaded))
    }

    /// The matrices of a site's links, by the kind of link.
    static func matrices(_ site: String) throws -> [(name: String, matrix: OutcomeMatrix)] {
        let (loaded, ruleSet) = try load(site)
        let evaluator = try Evaluator(ruleSet)
        let front = try FrontInMemory(ruleSet, now: 1_790_000_000)
        return try loaded.sites.flatMap { site in
            try SampleLinks(site, in: ruleSet).samples.map { sample in
                (sample.name, try OutcomeMatrix(of: sample.link, evaluator, front))
            }
        }
    }
}
