import LinkStore
public import Links
public import Routing

/// Links that are described instead of written.
extension LinkChecker {
    /// Writes the long link of fields that describe one, for the apps of their domain's site.
    ///
    /// - Parameter domains: The link domains that the caller may use, nil for all: the only one need not be stated.
    public func complete(_ fields: inout LinkFields, on domains: Set<String>? = nil) throws(ShortLinkFault) {
        guard let description = fields.description else { return }
        guard fields.patch.longLink == nil else {
            throw .invalid("a link has either a long_link or a payload with what belongs to it, not both")
        }
        let domain: String
        if let stated = fields.domain { domain = stated } else { domain = try onlyDomain(domains) }
        let site = try requireSite(of: domain)
        fields.domain = domain
        fields.patch.longLink = try description.longLink(on: domain, offering: site.linkableApps).text
    }

    /// The link domain of those who don't state one: the only one that there is.
    ///
    /// - Parameter domains: Those that the caller may use, nil for all.
    public func onlyDomain(_ domains: Set<String>?) throws(ShortLinkFault) -> String {
        let all = domains?.sorted() ?? allDomains
        guard let only = all.first else { throw .invalid("no site has a link domain (`hosts:`)") }
        guard all.count == 1 else {
            throw .invalid("the link needs a domain: \(all.prefix(8).joined(separator: ", "))")
        }
        return only
    }
}

extension SiteDefinition {
    /// The apps of the site, as far as links name them.
    public var linkableApps: [LinkableApp] {
        apps.map { app in LinkableApp(app.store == .android ? .android : .ios, app.id, appStoreID: app.appStoreID) }
    }
}
