import ByteText
import Denials
import Links
import RE2
import WebAddress

/// Where a click may be sent: nothing leaves the addresses that the site allows.
extension Evaluator {
    /// Whether the site lets a link lead to an address: the web widget always, everything else by `url_patterns`.
    ///
    /// - Parameter goingOn: Whether it is a continue URL, which may be http where the site says so.
    func allows(
        _ address: WebAddress, site index: Int, goingOn: Bool = false, in arena: inout ByteArena
    ) -> Bool {
        if withSite(index, { $0.isHandler(address, in: arena) }) { return true }
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
            if matchesURLPattern(of: index, address.text, in: arena) { return true }
            // `https://www.example.com?x=1` is `https://www.example.com/?x=1` to browsers (WHATWG URL, section 4.4) and
            // servers (RFC 9110, section 4.2.3): a pattern need not expect both.
            guard address.path.isEmpty else { return false }
            return matchesURLPattern(of: index, address.textWithSlash(in: &arena), in: arena)
        }
    }

    /// Throws if the operator denies an address to links of all sites.
    func refuseDenied(
        _ address: WebAddress, parameter: LinkParameter? = nil, in arena: inout ByteArena
    ) throws(LinkFault) {
        guard let denied = ruleSet.denied, denied.denies(address, in: &arena) else { return }
        throw LinkFault(.deniedTarget, parameter: parameter)
    }

    private func matchesURLPattern(of site: Int, _ text: TextRange, in arena: borrowing ByteArena) -> Bool {
        lentURLPatterns[site].use { patterns in
            for pattern in 0..<patterns.count where patterns.matches(pattern, arena[text]) { return true }
            return false
        }
    }

    /// What an address is to people who go on to it from a site: a link of the site, or a page on an authorized domain.
    /// Throws where they may not go on to it.
    ///
    /// The one rule about continue URLs: the same for a mail that is composed, a link that is clicked, and the step from
    /// the web widget to the page. A link of the site is one by host, prefix and path, as when it is clicked; the widget
    /// itself is a page like others.
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

    /// https; on this machine, and in development, http as well.
    func isSecure(_ address: WebAddress, in arena: borrowing ByteArena) -> Bool {
        Host(arena[address.host]).isLoopback ? ruleSet.development : address.scheme == .https
    }
}

extension WebAddress {
    /// The text with a slash for an empty path.
    fileprivate func textWithSlash(in arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append(copyOf: text[0..<(path.start - text.start)])
        arena.append(UInt8(ascii: "/"))
        arena.append(copyOf: text[(path.start - text.start)..<Int(text.count)])
        return arena.piece(from: mark)
    }
}
