import Routing

/// Proposes a page host in addition to the site's link domains, for pages whose buttons are links.
///
/// Apple opens no universal link from a page on the link's own host (TN3155), so the page host is another host of the
/// same domain that no association file claims.
enum PageHostProposal {
    /// `open.example.com` for `links.example.com`, or `nil` if none of the domains belongs to the site's owner.
    static func host(for site: SiteDefinition) -> String? {
        guard let host = site.linkHosts.first(where: { !isOfAnotherOwner($0) }), !host.hasPrefix("["),
            host.contains("."),
            !host.utf8.allSatisfy({ $0 == 0x2E || (0x30...0x39).contains($0) })
        else { return nil }
        let domain = domain(of: host)
        return ["open", "pages", "preview"].map { "\($0).\(domain)" }.first { !site.answers(for: $0) }
    }

    /// The host without its first label, unless that leaves a public suffix such as `co.uk`.
    static func domain(of host: String) -> String {
        let labels = host.split(separator: ".")
        let rest = labels.dropFirst()
        guard rest.count >= 2 else { return host }
        let isSuffix = rest.count == 2 && rest.last!.count == 2 && secondLevels.contains(String(rest.first!))
        return isSuffix ? host : rest.joined(separator: ".")
    }

    /// Whether the host is on a Google domain, where site owners can't add hosts of their own.
    private static func isOfAnotherOwner(_ host: String) -> Bool {
        [".page.link", ".app.goo.gl", ".web.app", ".firebaseapp.com"].contains { host.hasSuffix($0) }
    }

    /// Second-level domains of country domains under which names are registered.
    private static let secondLevels: Set = ["ac", "co", "com", "edu", "go", "gov", "ne", "net", "or", "org"]
}
