public import ByteText
import Links
import WebAddress

extension RuleSet {
    /// The result of a click on a code below a link domain.
    public enum CodeReach: Sendable {
        /// The code is looked up in the store.
        case store
        /// The site's own file determines the target.
        case siteFile
        /// The address belongs to something else: the daemon itself, a web widget, or another link domain.
        case other
    }

    /// Returns where a code is looked up, without looking it up. A link whose code never reaches the store can't be
    /// followed by any client.
    ///
    /// - Parameter domain: A link domain in the form used by its site: `links.example.com/go`.
    public func reach(of code: String, below domain: String, in arena: inout ByteArena) -> CodeReach {
        let text = arena.append("https://\(domain)/\(code)")
        guard let address = try? WebAddress.parse(text, in: &arena), let match = hosts.find(address, in: arena),
            match.form == .shortLink, match.prefixCount + 1 + code.utf8.count == Int(address.path.count),
            !ReservedPath.contains(arena[address.path])
        else { return .other }
        let site = compiledSites[match.site]
        if site.links.value(for: Array(code.utf8).span) != nil { return .siteFile }
        return site.link(inAnyCase: arena.append(code), in: &arena) == nil ? .store : .siteFile
    }
}
