import ByteText
import Links
import RE2
import WebAddress

/// Where a click may be sent: nothing leaves the addresses that the site allows.
extension Evaluator {
    /// Whether the site lets a link lead to an address: the web widget always, everything else by `url_patterns`.
    func allows(_ address: WebAddress, site index: Int, in arena: borrowing ByteArena) -> Bool {
        let site = ruleSet.compiledSites[index]
        if site.handler?.matches(address, in: arena) ?? false { return true }
        switch site.urlPolicy {
        case .any:
            return true
        case .authorizedDomains:
            return site.authorizedDomains.authorizesContinuing(
                to: address, development: ruleSet.development, in: arena)
        case .patterns:
            guard let patterns = urlPatterns[index] else { return false }
            for pattern in 0..<patterns.count where patterns.matches(pattern, arena[address.text]) { return true }
            return false
        }
    }

    /// Whether people may go on to an address: an authorized domain, or a link domain of the site, whose links are
    /// checked in their turn when they are clicked.
    func authorizes(_ address: WebAddress, site index: Int, in arena: borrowing ByteArena) -> Bool {
        let site = ruleSet.compiledSites[index]
        guard address.isSecure(development: ruleSet.development, in: arena) else { return false }
        if site.authorizedDomains.contains(arena[address.host]) { return true }
        return site.roles.contains { arena[address.host].equals(utf8Of: $0.host) }
    }

    /// Reads the continue URL, from the settings or from the action link, and holds it against the authorized domains.
    func checkContinuation(
        _ link: inout LinkReading, _ request: borrowing ClickRequest, in arena: inout ByteArena
    ) throws(LinkFault) {
        if let settings = request.settings {
            // The mail has been sent: its link carries the URL where the settings leave it out.
            link.continueURL = try settings.validate(needsURL: false, in: &arena)
            if let url = link.continueURL { try authorizeContinuing(to: url, site: link.site, in: arena) }
        }
        if let url = link.action?.continueURL, !url.isEmpty {
            let address = try continuation(url, of: link, in: &arena)
            if link.continueURL == nil { link.continueURL = address }
        }
        if link.stage == .continue {
            guard authorizes(link.payload, site: link.site, in: arena) else {
                throw LinkFault(.unauthorizedContinueURI)
            }
            if link.continueURL == nil { link.continueURL = link.payload }
        }
    }

    private func continuation(
        _ text: TextRange, of link: borrowing LinkReading, in arena: inout ByteArena
    ) throws(LinkFault) -> WebAddress {
        let address: WebAddress
        do { address = try WebAddress.parse(text, in: &arena) } catch {
            throw LinkFault(.invalidContinueURI, cause: error)
        }
        try authorizeContinuing(to: address, site: link.site, in: arena)
        return address
    }

    func authorizeContinuing(
        to address: WebAddress, site: Int, in arena: borrowing ByteArena
    ) throws(LinkFault) {
        guard authorizes(address, site: site, in: arena) else { throw LinkFault(.unauthorizedContinueURI) }
    }
}
