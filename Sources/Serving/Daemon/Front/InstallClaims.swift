import HTTP
import LinkStore
import Server

/// Where apps' questions about the click before their installation are noted, so that each is answered and counted once.
///
/// Nodes of a source note it there, so that all of them together answer a token once.
struct InstallClaims {
    /// For how many seconds an app that was not answered may ask again.
    private static let patience: Int64 = 60

    /// Nil without a store: then nothing is noted, and no site gets tokens that count once.
    let store: (any LinkWriter)?
    /// Passes an answer on from the store's thread.
    let answer: LinkAPI.Answerer
    /// Who is told of them; nil for nobody.
    let events: Events?
    /// The name of the request under way.
    let identifier: () -> [UInt8]

    /// What a question was answered with, and what is known of it where nobody asks any more.
    struct Resolved: Sendable {
        var found: APIAnswer
        var none: APIAnswer
        var isOnce: Bool
        /// What ``InstallClaims/events`` tell of the question; nil where nobody is told.
        var event: ResolveEvent?
    }

    /// Answers without noting anything: there is no store.
    func settle(_ resolved: Resolved, _ response: inout ResponseWriter) {
        Self.tell(resolved.event, events)
        resolved.found.write(to: &response)
    }

    /// Notes a claim and answers: with nothing where it was made before and counts once. The one place where a question of an
    /// app becomes a fact.
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
