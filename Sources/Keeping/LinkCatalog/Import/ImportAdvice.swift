import ByteText
import Links
import Routing

/// Remedies for rows that an import refuses: the option that helps, or the line to change in a site's file.
struct ImportAdvice: Sendable {
    private let sites: [SiteDefinition]

    /// Advice for the sites of a rule set; there is none for an unchecked import.
    init(sites: [SiteDefinition] = []) { self.sites = sites }

    /// The remedy for a reason, as lines of text; `nil` if each row must be examined.
    func advice(_ group: RefusalGroups.Group) -> String? {
        switch (group.fault.code, group.fault.subject) {
        case ("unknown-site", let domain?): unknownSite(domain)
        case ("url-pattern-mismatch", let origin?): allowance(origin, site: sites.first { $0.name == group.site })
        case ("exists", _): "--replace gives such links the file's contents"
        case ("invalid-argument", let old?): "--domain \(old)=NEW/DOMAIN allows dropping all of \(old)"
        default: nil
        }
    }

    private func unknownSite(_ domain: String) -> String {
        let hosts = sites.flatMap(\.hosts)
        guard let first = hosts.first else { return "--unchecked imports links of future sites" }
        if let site = sites.first(where: { $0.hosts.contains { domain.hasPrefix("\($0)/") } }) {
            return
                "add \(domain) to the hosts of the site \(site.name): then \(DomainMove.path(domain)) is a path prefix"
        }
        return "add it to a site's hosts, or move its links: --domain \(domain)=\(first)"
            + (hosts.count > 1 ? " (or \(hosts[1])\(hosts.count > 2 ? ", …" : ""))" : "")
    }

    /// The change that would allow the address, and its risk: a domain that has lapsed belongs to its next buyer.
    private func allowance(_ origin: String, site: SiteDefinition?) -> String? {
        guard let site else { return nil }
        let host = AddressParts(origin).authority ?? ""
        let isPlain = origin.hasPrefix("http:")
        if StoreHost.hasOnlyApps(origin) {
            return """
                if afl, ifl, ipfl or ofl is the page of your own app, add the app to apps of the site \(site.name), an Apple app with
                its app_store_id, instead of allowing all of \(host)
                """
        }
        let condition =
            isPlain
            ? "preferably change these links to https; otherwise, if you still own \(host), set in the site \(site.name):"
            : "to allow it, if you still own \(host), set in the site \(site.name):"
        guard let allowance = site.allowance(of: origin) else {
            return
                "url_patterns of the site \(site.name) has \(URLPolicyDefinition.maximumPatterns) entries, the most possible: join two of them"
        }
        let replaced =
            site.urlPolicy == .authorizedDomains && isPlain
            ? "; the first pattern keeps the authorized domains allowed" : ""
        return """
            \(condition)
              \(allowance.line)
            then any link of the site may lead to any address of \(host), even under a later owner\(replaced)
            """
    }
}
