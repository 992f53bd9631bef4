import ByteText

extension RuleSet {
    /// The index in ``sites`` of the site for a path of a host; `nil` for an unknown host. The host must be in lower
    /// case and without a port.
    public func site(host: Span<UInt8>, path: Span<UInt8>) -> Int? { hosts.site(of: host, path: path) }

    /// How apps installed after a click on a site's links obtain the target; `nil` if they can't.
    public func deferredLinks(of site: Int) -> DeferredLinksDefinition? { compiledSites[site].deferred }

    /// A site's rate limits; `nil` for no limits.
    public func clickLimits(of site: Int) -> ClickLimitsDefinition? { compiledSites[site].limits }

    /// The name of a link's site, by its host and the beginning of its path; `nil` for an unknown host, and for a text
    /// that is not a link. For interactive use: it allocates.
    public func siteName(of link: String) -> String? {
        let parts = AddressParts(link)
        guard let name = parts.host, parts.userInfo == nil else { return nil }
        let (host, path) = (Array(name.utf8), Array(parts.path.utf8))
        return site(host: host.span, path: path.span).map { sites[$0].name }
    }
}
