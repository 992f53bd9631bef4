import Configuration
import Routing

/// Finds page hosts that are also link hosts: association files claim them, and a tap on a page of the link's own host
/// opens no app.
struct PageHostCheck {
    private var pageHosts: [(host: String, node: ConfigurationNode, log: DiagnosticLog)] = []
    private var sites: [SiteDefinition] = []

    mutating func add(_ site: LocatedSite, _ log: DiagnosticLog) {
        sites.append(site.definition)
        guard let host = site.definition.pageHost, let node = site.pageHost else { return }
        pageHosts.append((host, node, log))
    }

    /// Reports each page host that is a host of its own or another site.
    func report() {
        for (host, node, log) in pageHosts {
            guard let fault = Self.fault(in: host, sites) else { continue }
            log.error(.invalidValue, node, fault, hint: Self.hint)
        }
    }

    /// Reports the page host of a single site.
    static func report(_ site: LocatedSite, _ log: DiagnosticLog) {
        var check = PageHostCheck()
        check.add(site, log)
        check.report()
    }

    /// The problem with a page host, given the sites, or `nil`.
    static func fault(in host: String, _ sites: [SiteDefinition]) -> String? {
        sites.first { $0.answers(for: host) }.map { site in
            "pages can't be on `\(host)`: it is a host of the site `\(site.name)`"
        }
    }

    static let hint = "use a host that no association file claims, such as `preview.example.com`"
}
