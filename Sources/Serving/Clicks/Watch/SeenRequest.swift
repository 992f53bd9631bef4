package import Routing

/// A request that concerned a watched link, with the decision on it.
package struct SeenRequest: Sendable, Equatable {
    /// The kind of request.
    package enum Kind: String, Sendable {
        /// A click on the link itself.
        case click
        /// The fallback of an `intent:` URI, which did not open the app.
        case fallback
        /// The link on the button of a page, which did not open the app.
        case button
        /// A page with an address of its own.
        case page
        /// An app that requests the meaning of the link it was opened with.
        case app
        /// An app that was installed after a click on the link, and claims it.
        case install
    }

    package var kind: Kind
    /// The decision; `nil` for a claimed link.
    package var decision: DecisionKind?
    /// The rule that decided, or `nil` if none did.
    package var rule: String?
    /// The page in the response, if any.
    package var page: Page?

    package init(_ kind: Kind, decision: DecisionKind? = nil, rule: String? = nil, page: Page? = nil) {
        (self.kind, self.decision, self.rule, self.page) = (kind, decision, rule, page)
    }
}
