import ByteText

extension SiteDefinition {
    /// The link domains, each split into a host and a path prefix, which is empty or begins with a slash.
    public var linkDomains: [(host: String, prefix: String)] {
        hosts.map { domain in
            let parts = AddressParts(hostOrURL: domain)
            return (parts.host ?? "", parts.path)
        }
    }

    /// The hosts of links and mail links, possibly more than once.
    public var linkHosts: [String] { linkDomains.map(\.host) + hosting }

    /// The hosts of links, mail links and pages, possibly more than once.
    public var visitedHosts: [String] { linkHosts + (pageHost.map { [$0] } ?? []) }

    /// Whether a host has the site's links, mail links or web widget.
    public func answers(for host: String) -> Bool {
        linkHosts.contains(host) || handler.flatMap(HandlerAddress.init)?.host == host
    }
}
