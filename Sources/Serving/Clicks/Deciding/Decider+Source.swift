import ByteText
import HTTP
import Libevent
import LinkCatalog
import Links
import Routing
package import Server

/// A question to the source of the links that must be resolved before a request can be answered.
package enum SourceQuestion {
    /// Requests a lease on some of the clicks that a link allows.
    case lease(UnleasedLink)
    /// Fetches links created elsewhere, since the link is missing here.
    case look
}

/// A decider's access to the source.
package struct SourceAccess {
    /// Whether asking the source could find a missing link in time.
    let looksForMissing: () -> Bool
    /// Asks the source, and then handles the ticket's request again.
    let ask: (SourceQuestion, AnswerTicket) -> Void

    package init(looksForMissing: @escaping () -> Bool, ask: @escaping (SourceQuestion, AnswerTicket) -> Void) {
        (self.looksForMissing, self.ask) = (looksForMissing, ask)
    }
}

extension Decider {
    /// Defers the response to a request if the source must be asked first. The request is then handled again.
    func awaitsSource(_ context: RequestContext, _ response: inout ResponseWriter) -> Bool {
        guard let source, let question else { return false }
        response.deferAnswer()
        source.ask(question, context.ticket)
        return true
    }

    /// Handles a request again after asking the source: a link that is still missing does not exist.
    package func whileLooked(_ body: () -> Void) {
        hasLooked = true
        body()
        hasLooked = false
    }

    /// Notes whether the source must be asked before a decided click can be answered. Does not change the outcome.
    func noteQuestion(of outcome: inout Outcome) {
        noteLease()
        if question == nil { noteMissingLink(of: &outcome) }
    }

    /// Notes whether the source must be asked about a link whose lookup was refused.
    func noteQuestion(refusedFor fault: LinkFault) {
        noteLease()
        guard question == nil, fault.code == .unknownLink, let key = evaluator.askedShortLink?.key else { return }
        noteMissing(key)
    }

    /// Notes whether the source must be asked about a click's link. Does not change the outcome.
    func noteMissingLink(of outcome: inout Outcome) {
        guard outcome.isOfMissingLink, let key = outcome.shortLink?.key else { return }
        noteMissing(key)
    }

    private func noteLease() {
        if source != nil, let unleased = links?.unleased { question = .lease(unleased) }
    }

    private func noteMissing(_ key: TextRange) {
        guard mayLook, isPossible(key), admitsMiss(key) else { return }
        question = .look
    }

    /// Whether a request other than a click, identified by its target, may wait for a link that is missing here.
    package func awaitsMissing(_ target: Span<UInt8>, _ ticket: AnswerTicket) -> Bool {
        guard mayLook, unknownLinks.admits(target, now: MonotonicClock.milliseconds) else { return false }
        source?.ask(.look, ticket)
        return true
    }

    private var mayLook: Bool { !hasLooked && source?.looksForMissing() ?? false }

    private func admitsMiss(_ key: TextRange) -> Bool {
        Self.admitsMiss(key, among: &unknownLinks, in: arena)
    }

    private static func admitsMiss(
        _ key: TextRange, among links: inout UnknownLinks, in arena: borrowing ByteArena
    ) -> Bool {
        links.admits(arena[key], now: MonotonicClock.milliseconds)
    }

    /// Whether a link with a key could exist: `host[/prefix]/code`, on a link domain of the click's site.
    private func isPossible(_ key: TextRange) -> Bool {
        siteOfLink.map { Self.isPossible(key, on: evaluator.ruleSet.sites[$0], in: arena) } ?? false
    }

    private static func isPossible(_ key: TextRange, on site: SiteDefinition, in arena: borrowing ByteArena) -> Bool {
        let bytes = arena[key]
        var start = bytes.count
        while start > 0, bytes[start - 1] != UInt8(ascii: "/") { start -= 1 }
        guard start > 1, CustomCode.isValid(bytes.extracting(start..<bytes.count)) else { return false }
        let domain = bytes.extracting(0..<(start - 1))
        return site.hosts.contains { domain.equals($0.utf8.span) }
    }
}

extension Outcome {
    /// Whether the click is refused because the store has no link with its code.
    fileprivate var isOfMissingLink: Bool {
        guard case .refused(.unknownLink)? = shortLink?.answer else { return false }
        return isRefused(for: .unknownLink) || decision.refusal?.code == .unknownLink
    }
}
