import ByteText
import Links
import Routing

/// Provides the locations of the few sampled lines. Lines whose addresses were omitted are decided again.
struct AddressSampler {
    /// Created on first use.
    private var evaluator: Evaluator?

    /// The location of an outcome; `nil` if it has none.
    mutating func location(
        of request: borrowing ClickRequest, _ outcome: borrowing Outcome, by ruleSet: RuleSet, in arena: inout ByteArena
    ) -> TextRange? {
        guard request.omitsAddresses, outcome.decision.location != nil else { return outcome.decision.location }
        // Can't fail: the patterns have compiled before.
        guard let evaluator = evaluator ?? (try? Evaluator(ruleSet, shortLinks: AnsweredLinks())) else { return nil }
        self.evaluator = evaluator
        var whole = ClickRequest()
        whole.copy(request)
        whole.omitsAddresses = false
        return evaluator.decide(whole, knowing: outcome.shortLink, in: &arena).decision.location
    }
}

/// A placeholder for decisions whose short link is already known. Never called.
private final class AnsweredLinks: ShortLinks {
    func find(_ key: TextRange, at time: Int64?, in arena: inout ByteArena) -> ShortLink { .refused(.storeUnavailable) }
}
