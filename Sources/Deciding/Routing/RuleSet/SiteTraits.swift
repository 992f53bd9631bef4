/// The features of a site besides decisions, packed into one byte, so that a click on a site without them costs one
/// check.
public struct SiteTraits: OptionSet, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The site has rate limits; see ``RuleSet/clickLimits(of:)``.
    public static let limitsClicks = SiteTraits(rawValue: 1)
    /// The site uses deferred links; see ``RuleSet/deferredLinks(of:)``.
    public static let defersLinks = SiteTraits(rawValue: 2)

    /// The site does not count its clicks by a property.
    @inlinable
    public static func omits(_ dimension: ClickDimension) -> SiteTraits {
        SiteTraits(rawValue: 1 << (8 + UInt16(dimension.rawValue)))
    }
}

extension RuleSet {
    /// The traits of each site, by index in ``sites``.
    public var siteTraits: [SiteTraits] {
        compiledSites.map { site in
            var traits: SiteTraits = []
            if site.limits != nil { traits.insert(.limitsClicks) }
            if site.deferred != nil { traits.insert(.defersLinks) }
            for dimension in ClickDimension.chosen where !site.countedDimensions.contains(dimension) {
                traits.insert(.omits(dimension))
            }
            return traits
        }
    }
}
