extension RuleSet {
    /// The site that answers for a path of a host, by its place among ``sites``; nil for an unknown host. The host is in lower
    /// case and without a port.
    public func site(host: Span<UInt8>, path: Span<UInt8>) -> Int? { hosts.site(of: host, path: path) }

    /// How apps that are installed after a click on a site's links learn where that led; nil where they don't.
    public func deferredLinks(of site: Int) -> DeferredLinksDefinition? { compiledSites[site].deferred }

    /// How many clicks a second a site wants answered; nil for any number.
    public func clickLimits(of site: Int) -> ClickLimitsDefinition? { compiledSites[site].limits }

    /// The name of the site that answers for a link, by its host and the beginning of its path; nil for a host of nobody's, and for
    /// what is no link. For people's questions: it allocates.
    public func siteName(of link: String) -> String? {
        guard let start = link.firstRange(of: "://")?.upperBound else { return nil }
        let host = Array(link[start...].prefix { !"/?#:".contains($0) }.lowercased().utf8)
        let path = Array(link[start...].drop { !"/?#".contains($0) }.prefix { !"?#".contains($0) }.utf8)
        return site(host: host.span, path: path.span).map { sites[$0].name }
    }
}
