import Routing

/// A host for pages whose buttons are links, proposed beside the link domains of a site.
///
/// Apple opens no universal link from a page on the link's own host (TN3155), so it is another one of the same domain,
/// which no association file claims.
enum PageHostProposal {
    /// `open.example.com` for `links.example.com`; nil where no host has a domain of the site's owner.
    static func host(for site: SiteDefinition) -> String? {
        let hosts = (site.hosts + site.hosting).map { String($0.prefix { $0 != "/" }) }
        guard let host = hosts.first(where: { !isOfAnotherOwner($0) }), !host.hasPrefix("["), host.contains("."),
            !host.utf8.allSatisfy({ $0 == 0x2E || (0x30...0x39).contains($0) })
        else { return nil }
        let domain = domain(of: host)
        return ["open", "pages", "preview"].map { "\($0).\(domain)" }.first { !site.answers(for: $0) }
    }

    /// The host without its first label, where what is left is a name and not a public suffix such as `co.uk`.
    static func domain(of host: String) -> String {
        let labels = host.split(separator: ".")
        let rest = labels.dropFirst()
        guard rest.count >= 2 else { return host }
        let isSuffix = rest.count == 2 && rest.last!.count == 2 && secondLevels.contains(String(rest.first!))
        return isSuffix ? host : rest.joined(separator: ".")
    }

    /// Domains of Google's, below which nobody makes names of their own.
    private static func isOfAnotherOwner(_ host: String) -> Bool {
        [".page.link", ".app.goo.gl", ".web.app", ".firebaseapp.com"].contains { host.hasSuffix($0) }
    }

    /// Names below country domains under which people register theirs.
    private static let secondLevels: Set = ["ac", "co", "com", "edu", "go", "gov", "ne", "net", "or", "org"]
}
