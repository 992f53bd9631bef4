import Links
import Routing

/// What to do about rows that an import refuses: which flag helps, or which line of a site's file.
struct ImportAdvice: Sendable {
    private let sites: [SiteDefinition]

    /// Advice for the sites of a rule set; an unchecked import has none.
    init(sites: [SiteDefinition] = []) { self.sites = sites }

    /// What to do about a reason; nil where each row has to be looked at.
    func advice(_ group: RefusalGroups.Group) -> String? {
        switch (group.fault.code, group.fault.subject) {
        case ("unknown-site", let domain?): unknownSite(domain)
        case ("url-pattern-mismatch", let origin?): pattern(origin, site: sites.first { $0.name == group.site })
        case ("exists", _): "--replace gives such links the file's contents"
        case ("invalid-argument", let old?): "--domain \(old)=NEW/DOMAIN says that all of \(old) may go"
        default: nil
        }
    }

    private func unknownSite(_ domain: String) -> String {
        let hosts = sites.flatMap(\.hosts)
        guard let first = hosts.first else { return "--unchecked imports links of sites to come" }
        if let site = sites.first(where: { $0.hosts.contains { domain.hasPrefix("\($0)/") } }) {
            return "add \(domain) to the hosts of the site \(site.name): then \(Self.lastPath(domain)) is a path prefix"
        }
        return "add it to a site's hosts, or move its links: --domain \(domain)=\(first)"
            + (hosts.count > 1 ? " (or \(hosts[1])\(hosts.count > 2 ? ", …" : ""))" : "")
    }

    private static func lastPath(_ domain: String) -> Substring {
        domain[(domain.firstIndex(of: "/") ?? domain.endIndex)...]
    }

    private func pattern(_ origin: String, site: SiteDefinition?) -> String {
        let name = site.map { " of the site \($0.name)" } ?? ""
        let host = origin.drop { $0 != "/" }.drop { $0 == "/" }
        if site?.urlPolicy == .authorizedDomains, origin.hasPrefix("https:") {
            return "to allow it, add \(host) to the authorized_domains\(name)"
        }
        let pattern = "^" + origin.replacing(".", with: "\\\\.") + "/"
        return "to allow it, add \"\(pattern)\" to the url_patterns\(name)"
    }
}
