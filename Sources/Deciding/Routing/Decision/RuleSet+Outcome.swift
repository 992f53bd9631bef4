public import ByteText
import Devices

/// What a rule set says about an outcome of its own.
extension RuleSet {
    /// What a site asks clients for that know client hints.
    public func askedHints(of site: Int) -> AskedHints? { compiledSites[site].askedHints }

    /// The scheme that opens the Apple app of a decision, as the site's settings have it: `custom_scheme`, or the bundle
    /// ID. Nil where the decision is about none of the site's Apple apps.
    public func appScheme(of outcome: Outcome, in arena: borrowing ByteArena) -> String? {
        guard let site = outcome.site, let id = outcome.decision.app?.id,
            let index = compiledSites[site].app(.ios, id: arena[id])
        else { return nil }
        return compiledSites[site].apps[index].scheme
    }
}
