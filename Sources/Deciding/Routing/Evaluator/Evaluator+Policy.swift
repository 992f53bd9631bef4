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
}
