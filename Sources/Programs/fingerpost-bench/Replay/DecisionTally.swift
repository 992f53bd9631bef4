import ByteText
import LogFormats
import Replay
import Routing

/// A minimal replay visitor: counts the decisions of each kind.
struct DecisionTally: ReplayVisitor {
    struct Sums: Sendable, Equatable {
        /// The counts, in the order of the kinds.
        var decisions = [Int](repeating: 0, count: DecisionKind.allCases.count)
        /// Decisions for which some rule was undecided.
        var undecided = 0

        init() {}

        mutating func add(_ other: Sums) {
            for index in decisions.indices { decisions[index] += other.decisions[index] }
            undecided += other.undecided
        }
    }

    private var sums = Sums()

    init() {}

    mutating func visit(
        _ record: inout LogRecord, _ request: borrowing ClickRequest, _ outcome: inout Outcome,
        in arena: inout ByteArena
    ) {
        if let index = DecisionKind.allCases.firstIndex(of: outcome.decision.kind) { sums.decisions[index] += 1 }
        if !outcome.undecided.isEmpty { sums.undecided += 1 }
    }

    consuming func finish() -> Sums { sums }
}
