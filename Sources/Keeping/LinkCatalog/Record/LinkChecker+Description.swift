import LinkStore
public import Links
public import Routing

/// Links described by their parts instead of a long link.
extension LinkChecker {
    /// Composes the long link of fields that describe one, for the apps of the domain's site.
    ///
    /// - Parameter domains: The link domains that the caller may use; `nil` for all. A single one may be omitted in the
    ///   fields.
    public func complete(_ fields: inout LinkFields, on domains: Set<String>? = nil) throws(ShortLinkFault) {
        guard let description = fields.description else { return }
        guard fields.patch.longLink == nil else {
            throw .invalid("a link has either a long_link or a payload with its fields, not both")
        }
        let domain: String
        if let stated = fields.domain { domain = stated } else { domain = try onlyDomain(domains) }
        let site = try requireSite(of: domain)
        fields.domain = domain
        fields.patch.longLink = try description.longLink(on: domain, offering: site.linkableApps).text
    }

    /// The link domain for requests without one: the only one there is.
    ///
    /// - Parameter domains: The link domains that the caller may use; `nil` for all.
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
    /// The apps of the site as links refer to them.
    public var linkableApps: [LinkableApp] {
        apps.compactMap { app in
            switch app.store {
            case .android: LinkableApp(.android, app.id, appStoreID: nil)
            case .ios: LinkableApp(.ios, app.id, appStoreID: app.appStoreID)
            case .harmony: nil
            }
        }
    }
}
