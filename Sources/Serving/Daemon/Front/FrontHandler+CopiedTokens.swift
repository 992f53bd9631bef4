import ByteText
import PageDesign
import Pages
import Routing

/// Pages that copy a token when a person taps the link to the App Store, which hands nothing on itself. The app reads it when the
/// person pastes, and asks `/v1/resolve`.
extension FrontHandler {
    private static let appStore: StaticString = "https://apps.apple.com/"

    /// Whether the outcome's page copies a token; nil if it does not, else what its site says of such tokens.
    ///
    /// A link with a code, a key or a mail address gets none: what is on the clipboard, other apps may read.
    func copiedTokens(_ outcome: inout Outcome) -> DeferredLinksDefinition? {
        guard outcome.decision.page == .interstitial, let page = outcome.decision.storePage, let site = outcome.site,
            decider.evaluator.ruleSet.sites[site].pages?.copiesToken ?? false,
            decider.isText(page, startingWith: Self.appStore),
            !decider.mayHide(decider.clickedLink)
        else { return nil }
        return deferredLinks(of: &outcome)
    }

    /// What copies a token of the click, as a page has it; nil where the page copies none, or the link is too long.
    func copying(_ outcome: Outcome, _ edition: PageEdition) -> TextRange? {
        var outcome = outcome
        guard let deferred = copiedTokens(&outcome),
            let token = installToken(of: decider.clickedLink, by: .clipboard, for: deferred)
        else { return nil }
        return decider.withArena { edition.copying(token, in: &$0) }
    }
}

extension Decider {
    /// Whether a text of the arena begins with a literal.
    fileprivate func isText(_ text: TextRange, startingWith start: StaticString) -> Bool {
        Self.isText(text, startingWith: start, in: arena)
    }

    private static func isText(
        _ text: TextRange, startingWith start: StaticString, in arena: borrowing ByteArena
    ) -> Bool {
        arena[text].starts(with: start)
    }
}
