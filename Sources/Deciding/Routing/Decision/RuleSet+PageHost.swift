import ByteText

extension RuleSet {
    /// The host that the page of an outcome is served on. If the page's button is the clicked link, this is a host
    /// other than the link's. Otherwise it is the link's host if links are on it, else its site's first link domain,
    /// else the site's first host of mail links. `nil` for an unknown host, and for a site with neither.
    ///
    /// - Parameter host: The host of the link, in lower case.
    public func pageHost(of outcome: borrowing Outcome, for host: Span<UInt8>) -> PageHost? {
        if outcome.decision.opensByLink, let site = outcome.site,
            let other = compiledSites[site].pageHost(for: host)
        {
            return .other(other)
        }
        let roles = hosts.roles(of: host)
        let hasLinks = roles.contains { role in
            switch role.role {
            case .links, .hosting: true
            case .handler: false
            }
        }
        if hasLinks { return .same }
        guard let site = roles.first.map({ sites[$0.site] }) else { return nil }
        let domain = site.hosts.first.map { String($0.prefix { $0 != "/" }) } ?? site.hosting.first
        return domain.map { .other($0) }
    }

    /// The host that serves the pages about a host's links.
    public enum PageHost: Sendable, Equatable {
        case same
        case other(String)
    }
}
