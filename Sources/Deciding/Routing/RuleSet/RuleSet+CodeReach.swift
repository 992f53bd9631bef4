public import ByteText
import Links
import WebAddress

extension RuleSet {
    /// What a click on a code below a link domain comes to.
    public enum CodeReach: Sendable {
        /// It is looked up in the store.
        case store
        /// It goes where the site's own file says.
        case siteFile
        /// Something else answers at the address: the daemon itself, a web widget, another link domain.
        case other
    }

    /// Returns where a click on a short link goes. The store is not asked: a code that never gets there makes a link that
    /// no client can follow.
    ///
    /// - Parameter domain: A link domain as its site states it: `links.example.com/go`.
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
