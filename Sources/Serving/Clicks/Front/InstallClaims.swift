package import Events
package import Access
import HTTP
package import LinkStore
import Server

/// Records the requests of apps that resolve the click before their installation, so that each token is answered and counted once.
///
/// Nodes with a source record them there, so that a token is answered once by all of them together.
package struct InstallClaims {
    /// For how many seconds an app that received no response may repeat the request.
    private static let patience: Int64 = 60

    /// `nil` without a store: nothing is recorded, and no site gets single-use tokens.
    let store: (any LinkWriter)?
    /// Passes a response on from the store's thread.
    let answer: APIAnswerer
    /// The receiver of resolve events, or `nil` if events are disabled.
    let events: Events?
    /// Returns the identifier of the current request.
    let identifier: () -> [UInt8]

    package init(
        store: (any LinkWriter)?, answer: @escaping APIAnswerer, events: Events?, identifier: @escaping () -> [UInt8]
    ) {
        (self.store, self.answer, self.events, self.identifier) = (store, answer, events, identifier)
    }

    /// The response to a request, and the alternative for a used token.
    struct Resolved: Sendable {
        var found: APIAnswer
        var none: APIAnswer
        var isOnce: Bool
        /// The event of the request for ``InstallClaims/events``; `nil` if they are disabled.
        var event: ResolveEvent?
    }

    /// Responds without recording anything, because there is no store.
    func settle(_ resolved: Resolved, _ response: inout ResponseWriter) {
        Self.tell(resolved.event, events)
        resolved.found.write(to: &response)
    }

    /// Records a claim and responds; with no match if a single-use token was already claimed. Only here are requests of apps
    /// recorded.
    func settle(_ claim: InstallClaim, _ resolved: Resolved, in store: any LinkWriter, _ ticket: AnswerTicket) {
        store.submit(.claim(claim)) { [answer, events] result in
            let isLate =
                if case .success(.claimed(let since)) = result { claim.time - since > Self.patience } else { false }
            let isFound = !(resolved.isOnce && isLate)
            if isFound, case .success = result { Self.tell(resolved.event, events) }
            let answered = isFound ? resolved.found : resolved.none
            answer(ticket, result.map { _ in answered }.mapError { APIError($0) })
        }
    }

    private static func tell(_ event: ResolveEvent?, _ events: Events?) {
        if let event, let events { events.submit([event.json(isUnmasked: events.isUnmasked)]) }
    }
}
