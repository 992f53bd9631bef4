import ByteText
import Links
import RE2
import WebAddress

/// The site's policy for targets: clicks are sent only to addresses that the site allows.
extension Evaluator {
    /// Whether the site's policy (`url_patterns`) allows an address that is not its web widget. This is half of
    /// ``admit(_:parameter:site:goingOn:in:)``, which callers should use.
    ///
    /// - Parameter goingOn: Whether it is a continue URL, which may be http if the site allows that.
    func allows(
        _ address: WebAddress, site index: Int, goingOn: Bool = false, in arena: inout ByteArena
    ) -> Bool {
        switch withSite(index, { $0.policy }) {
        case .any:
            return true
        case .authorizedDomains:
            return withSite(index) { site in
                site.refusal(
                    toContinueTo: address, development: ruleSet.development,
                    allowsHTTP: goingOn && site.options.httpContinueURLs, in: arena) == nil
            }
        case .patterns:
            return matchesURLPattern(of: index, address, in: &arena)
        }
    }

    /// Whether an address is the store page of one of the site's apps, in a store that the site lists for the app.
    func isOwnStorePage(_ address: WebAddress, site index: Int, in arena: inout ByteArena) -> Bool {
        guard let page = StorePage(address, in: &arena) else { return false }
        return withSite(index) { $0.hasApp(on: page, in: arena) }
    }

    /// Classifies an address that people go on to from a site: a link of the site, or a page on an authorized domain.
    /// Throws if they may not go on to it.
    ///
    /// This is the only rule for continue URLs. It applies to composed mails, clicked links, and the step from the web
    /// widget to the page. A link of the site is identified by host, prefix and path, as for clicks. The widget itself
    /// counts as a page.
    func continuation(
        to address: WebAddress, site index: Int, in arena: inout ByteArena
    ) throws(LinkFault) -> HostIndex.Match {
        try refuseDenied(address, in: &arena)
        let page = HostIndex.Match(site: index, form: .other)
        let match = ruleSet.lentHosts.use { $0.find(address, in: arena) } ?? page
        let isWidget = withSite(index) { $0.isHandler(address, in: arena) }
        let isLink = match.site == index && (match.form == .actionLink ? isWidget : match.form != .other)
        let refusal = withSite(index) { site in
            site.refusal(
                toContinueTo: address, development: ruleSet.development, allowsHTTP: site.options.httpContinueURLs,
                in: arena)
        }
        switch refusal {
        case nil: break
        case .unlisted where isLink && isSecure(address, in: arena): break
        case .unlisted where isLink: throw LinkFault(.notHTTPS)
        case .unlisted where ruleSet.compiledSites[index].roles.contains { arena[address.host].equals(utf8Of: $0.host) }:
            throw LinkFault(.besideLinks)
        case let refusal?: throw LinkFault(refusal)
        }
        return isLink && match.form != .actionLink ? match : page
    }

    /// Whether an address is https. One on this machine is secure in development only, with either scheme.
    func isSecure(_ address: WebAddress, in arena: borrowing ByteArena) -> Bool {
        Host(arena[address.host]).isLoopback ? ruleSet.development : address.scheme == .https
    }
}
