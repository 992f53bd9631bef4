/// The features of a site besides decisions, packed into one byte, so that a click on a site without them costs one
/// check.
public struct SiteTraits: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The site has rate limits; see ``RuleSet/clickLimits(of:)``.
    public static let limitsClicks = SiteTraits(rawValue: 1)
    /// The site uses deferred links; see ``RuleSet/deferredLinks(of:)``.
    public static let defersLinks = SiteTraits(rawValue: 2)
}

extension RuleSet {
    /// The traits of each site, by index in ``sites``.
    public var siteTraits: [SiteTraits] {
        compiledSites.map { site in
            var traits: SiteTraits = []
            if site.limits != nil { traits.insert(.limitsClicks) }
            if site.deferred != nil { traits.insert(.defersLinks) }
            return traits
        }
    }
}
