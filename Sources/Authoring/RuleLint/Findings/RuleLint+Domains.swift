import Configuration
import Routing
import Rules

/// Authorized domains that no link can lead to, because `url_patterns` replace them.
extension RuleLint {
    mutating func findExcludedDomains() {
        for site in sites.map(\.definition) {
            guard case .patterns(let patterns) = site.urlPolicy, !patterns.isEmpty else { continue }
            let addresses = PayloadAddresses(site)
            let domains = site.domainsOfPages
            let excluded = domains.filter { !addresses.mayMatchPattern("https://\($0.wildcardExample)/") }
            guard !excluded.isEmpty else { continue }
            let names = excluded.map { "`\($0)`" }.joined(separator: ", ")
            let missing = excluded.map(\.urlPattern).joined(separator: ", ")
            // A single domain may be authorized only for continue URLs. If links can lead to none of them, that is unintended.
            report(
                .excludedDomain, at: loaded.places[site.name]?.name, path: "\(site.name).url_patterns",
                "no link of `\(site.name)` can lead to its own \(excluded.count == 1 ? "authorized domain" : "authorized domains") \(names): no pattern of `url_patterns` matches",
                hint: "`url_patterns` replace the authorized domains; if links may lead there, add \(missing)",
                excluded.count == domains.count ? .warning : .note)
        }
    }
}

extension SiteDefinition {
    /// The authorized domains of the site's pages, without those of its web widget, of Firebase, of its links, and of
    /// this machine.
    fileprivate var domainsOfPages: [String] {
        let own = Set(SiteHosts.served(by: self))
        return authorizedDomains.filter { domain in
            !own.contains(domain) && domain != "localhost" && !domain.hasPrefix("127.") && !domain.hasPrefix("[")
                && !domain.hasSuffix(".firebaseapp.com") && !domain.hasSuffix(".web.app")
        }
    }
}

extension String {
    /// An example host of a domain, which may begin with a wildcard.
    fileprivate var wildcardExample: String { hasPrefix("*.") ? "www" + dropFirst() : self }

    /// The pattern that matches all https addresses of a domain.
    fileprivate var urlPattern: String {
        let host = hasPrefix("*.") ? "[^/]+" + dropFirst().replacing(".", with: "\\.") : replacing(".", with: "\\.")
        return "`^https://\(host)/.*$`"
    }
}
