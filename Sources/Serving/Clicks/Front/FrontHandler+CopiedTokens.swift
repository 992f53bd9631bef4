import ByteText
import PageDesign
import Pages
import Routing

/// Pages that copy a token when the user taps the link to the App Store, which passes nothing on itself. The app reads it
/// when the user pastes, and requests `/v1/resolve`.
extension FrontHandler {
    private static let appStore: StaticString = "https://apps.apple.com/"

    /// The site's settings for install tokens if the outcome's page copies one; otherwise `nil`.
    ///
    /// A link with a code, a key or a mail address gets no token, since other apps may read the clipboard.
    func copiedTokens(_ outcome: inout Outcome) -> DeferredLinksDefinition? {
        guard outcome.decision.page == .interstitial, let page = outcome.decision.storePage, let site = outcome.site,
            decider.evaluator.ruleSet.sites[site].pages?.copiesToken ?? false,
            decider.isText(page, startingWith: Self.appStore),
            !decider.mayHide(decider.clickedLink)
        else { return nil }
        return deferredLinks(of: &outcome)
    }

    /// The HTML that copies a token of the click; `nil` if the page copies none, or the link is too long.
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
