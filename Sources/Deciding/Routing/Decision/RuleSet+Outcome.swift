public import ByteText
import Devices

/// Properties of a rule set's own outcomes.
extension RuleSet {
    /// The client hints that a site requests from browsers that support them.
    public func askedHints(of site: Int) -> AskedHints? { compiledSites[site].askedHints }

    /// The scheme that opens the Apple app of a decision, as the site configures it: `custom_scheme`, or the bundle ID.
    /// `nil` if the decision involves none of the site's Apple apps.
    ///
    /// A decision for a Mac that may be an iPad names no app. In that case it is the app whose own scheme the button
    /// uses.
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
