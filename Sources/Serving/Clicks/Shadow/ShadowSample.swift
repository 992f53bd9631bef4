import ByteText
import LogFormats
import Routing

/// A copy of an answered click and its decision, in the reused memory of a ``ShadowEvaluator``.
///
/// The arena is copied as a whole, so that all ranges are valid in the copy.
final class ShadowSample {
    var arena = ByteArena(capacity: 8_192)
    private(set) var request = ClickRequest()
    /// The outcome by the active rules.
    private(set) var outcome = Outcome(Decision(kind: .error, status: 302))
    /// The context for the log; `nil` if nothing is logged.
    private(set) var circumstances: DecisionLineWriter.Circumstances?

    /// Copies a click. Does not change the outcome, which is `inout` because a borrowed one would be copied twice.
    func copy(
        _ request: borrowing ClickRequest, _ outcome: inout Outcome, in arena: borrowing ByteArena,
        _ circumstances: DecisionLineWriter.Circumstances?
    ) {
        self.arena.reset()
        self.arena.append(arena.bytes)
        self.request.copy(request)
        self.outcome = outcome
        self.circumstances = circumstances
    }
}
