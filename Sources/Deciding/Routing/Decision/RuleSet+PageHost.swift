import ByteText

extension RuleSet {
    /// The host that the page of an outcome is served on. Where its button is the clicked link, another one than the
    /// link's. Else the link's host itself where links live on it, else its site's first link domain, else the site's first
    /// host of mail links; nil for an unknown host and a site without either.
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

    /// Where pages about a host's links are served.
    public enum PageHost: Sendable, Equatable {
        case same
        case other(String)
    }
}
