import ByteText

extension RuleSet {
    /// The association of a host, given in lower case and without a port; `nil` if the host has no links.
    ///
    /// Takes microseconds and allocates. Systems fetch association files once in hours.
    public func association(of host: Span<UInt8>) -> HostAssociation? {
        var claims: [HostAssociation.Claim] = []
        var handlerPaths: [String] = []
        for (site, role) in hosts.roles(of: host) {
            switch role {
            case .handler(let path): handlerPaths.append(String(path.span))
            case .hosting: claims.append(.init(site: sites[site], prefix: nil))
            case .links(let prefix): claims.append(.init(site: sites[site], prefix: String(prefix.span)))
            }
        }
        return claims.isEmpty ? nil : HostAssociation(claims: claims, handlerPaths: handlerPaths)
    }
}
