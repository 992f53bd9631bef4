public import ByteText
import Devices

/// What a rule set says about an outcome of its own.
extension RuleSet {
    /// What a site asks clients for that know client hints.
    public func askedHints(of site: Int) -> AskedHints? { compiledSites[site].askedHints }

    /// The scheme that opens the Apple app of a decision, as the site's settings have it: `custom_scheme`, or the bundle
    /// ID. Nil where the decision is about none of the site's Apple apps.
    ///
    /// A decision for a Mac that may be an iPad names no app: it is the one whose own scheme the button has.
    public func appScheme(of outcome: Outcome, in arena: borrowing ByteArena) -> String? {
        guard let site = outcome.site else { return nil }
        let known = compiledSites[site]
        if let id = outcome.decision.app?.id {
            return known.app(.ios, id: arena[id]).map { known.apps[$0].scheme }
        }
        guard outcome.decision.needsTouch, let button = outcome.decision.appLocation.map({ arena.string($0) }) else {
            return nil
        }
        return known.apps.first {
            $0.store == .ios && $0.definition.customScheme != nil && button.hasPrefix($0.scheme + ":")
        }?
        .scheme
    }
}
