import ByteText

extension RuleSet {
    /// The host that pages about a host's links are served on: the host itself where links live on it, else its site's first
    /// link domain, else the site's first host of mail links; nil for an unknown host and a site without either.
    public func pageHost(for host: Span<UInt8>) -> PageHost? {
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

extension SiteDefinition {
    /// Whether the site's links, mail links or web widget are on a host.
    public func answers(for host: String) -> Bool {
        hosts.contains { $0.prefix { $0 != "/" } == host } || hosting.contains(host)
            || handler.flatMap(HandlerAddress.init)?.host == host
    }
}
