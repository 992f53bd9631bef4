import ByteText
import Links
import Routing

/// Where a decision leads, for the few lines that a report shows: those whose addresses were omitted are decided once more.
struct AddressSampler {
    /// Made when the first line needs it.
    private var evaluator: Evaluator?

    /// The location of an outcome, nil where it has none.
    mutating func location(
        of request: borrowing ClickRequest, _ outcome: borrowing Outcome, by ruleSet: RuleSet, in arena: inout ByteArena
    ) -> TextRange? {
        guard request.omitsAddresses, outcome.decision.location != nil else { return outcome.decision.location }
        // Patterns that compiled once compile again.
        guard let evaluator = evaluator ?? (try? Evaluator(ruleSet, shortLinks: AnsweredLinks())) else { return nil }
        self.evaluator = evaluator
        var whole = ClickRequest()
        whole.copy(request)
        whole.omitsAddresses = false
        return evaluator.decide(whole, knowing: outcome.shortLink, in: &arena).decision.location
    }
}

/// Short links for a decision that is told what they answer: they are never asked.
private final class AnsweredLinks: ShortLinks {
    func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink { .refused(.storeUnavailable) }
}
