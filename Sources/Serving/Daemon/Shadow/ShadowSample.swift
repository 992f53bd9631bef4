import ByteText
import LogFormats
import Routing

/// A copy of a click that was answered, with what it was decided to be: its place in the memory of a ``ShadowEvaluator``,
/// used again and again.
///
/// The arena is copied whole, so that all ranges mean the same in the copy.
final class ShadowSample {
    private let ownArena = Confined(ByteArena(capacity: 8_192))
    private let ownRequest = Confined(ClickRequest())
    private let ownOutcome = Confined(Outcome(Decision(kind: .error, status: 302)))
    /// For the log; nil where nothing is logged.
    private(set) var circumstances: DecisionLineWriter.Circumstances?

    var arena: ByteArena {
        _read { yield ownArena.value }
        _modify { yield &ownArena.value }
    }

    private(set) var request: ClickRequest {
        _read { yield ownRequest.value }
        _modify { yield &ownRequest.value }
    }

    /// By the rules in force.
    private(set) var outcome: Outcome {
        _read { yield ownOutcome.value }
        _modify { yield &ownOutcome.value }
    }

    /// Becomes the copy of a click. The outcome stays as it is: borrowed it would be copied twice.
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
