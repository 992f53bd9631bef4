import ByteText
import LogFormats
import Routing

/// A copy of an answered click and its decision, in the reused memory of a ``ShadowEvaluator``.
///
/// The arena is copied as a whole, so that all ranges are valid in the copy.
final class ShadowSample {
    private let ownArena = Confined(ByteArena(capacity: 8_192))
    private let ownRequest = Confined(ClickRequest())
    private let ownOutcome = Confined(Outcome(Decision(kind: .error, status: 302)))
    /// The context for the log; `nil` if nothing is logged.
    private(set) var circumstances: DecisionLineWriter.Circumstances?

    var arena: ByteArena {
        _read { yield ownArena.value }
        _modify { yield &ownArena.value }
    }

    private(set) var request: ClickRequest {
        _read { yield ownRequest.value }
        _modify { yield &ownRequest.value }
    }

    /// The outcome by the active rules.
    private(set) var outcome: Outcome {
        _read { yield ownOutcome.value }
        _modify { yield &ownOutcome.value }
    }

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
