public import LogFormats
public import ByteText
public import Routing

/// The least that can be made of a replay: how many decisions of each kind there were.
public struct DecisionTally: ReplayVisitor {
    public struct Sums: Sendable, Equatable {
        /// By the order of the kinds.
        public var decisions = [Int](repeating: 0, count: DecisionKind.allCases.count)
        /// Decisions for which some rule could not be decided.
        public var undecided = 0

        public init() {}

        public mutating func add(_ other: Sums) {
            for index in decisions.indices { decisions[index] += other.decisions[index] }
            undecided += other.undecided
        }
    }

    private var sums = Sums()

    public init() {}

    public mutating func visit(
        _ record: borrowing LogRecord, _ request: borrowing ClickRequest, _ outcome: borrowing Outcome,
        in arena: inout ByteArena
    ) {
        sums.decisions[outcome.decision.kind.index] += 1
        if !outcome.undecided.isEmpty { sums.undecided += 1 }
    }

    public consuming func finish() -> Sums { sums }
}

extension DecisionKind {
    /// The kind's place among all of them.
    var index: Int {
        switch self {
        case .appOpen: 0
        case .storeInstall: 1
        case .webWidget: 2
        case .continueRedirect: 3
        case .error: 4
        }
    }
}
