/// What a site wants besides decisions, in one byte: a click on a site that wants nothing of it asks no further.
public struct SiteTraits: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// ``RuleSet/clickLimits(of:)`` states a rate.
    public static let limitsClicks = SiteTraits(rawValue: 1)
    /// ``RuleSet/deferredLinks(of:)`` says how apps learn where a click led.
    public static let defersLinks = SiteTraits(rawValue: 2)
}

extension RuleSet {
    /// The traits of each site, by its place among ``sites``.
    public var siteTraits: [SiteTraits] {
        compiledSites.map { site in
            var traits: SiteTraits = []
            if site.limits != nil { traits.insert(.limitsClicks) }
            if site.deferred != nil { traits.insert(.defersLinks) }
            return traits
        }
    }
}
