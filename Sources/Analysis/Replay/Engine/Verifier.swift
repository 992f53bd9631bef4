public import ByteText
import Links
public import LogFormats
public import Routing

/// Compares the decisions in a decision log with the current decisions on the same inputs.
///
/// Targets are compared without their codes, keys and mail addresses, which are masked in the log.
public struct Verifier: ReplayVisitor {
    /// A line whose decision is different now.
    public struct Difference: Sendable, Equatable {
        /// The place of the line.
        public var place: LinePlace
        /// The name of the differing member, such as `decision`.
        public var what: String
        /// The logged value; targets are masked.
        public var logged: String
        /// The current value; targets are masked.
        public var fresh: String
    }

    /// The results of one worker.
    public struct Sums: Sendable {
        /// The number of compared decisions.
        public var compared = 0
        /// The number of decisions that differ and should not.
        public var different = 0
        /// The number of differences that may be due to header fields which the log omits or masks.
        public var unverifiable = 0
        /// The names of these fields.
        public var withheld: Set<String> = []
        /// The number of compared decisions that were made by another rule set.
        public var ofOtherRuleSets = 0
        /// The first difference, in the order of the logs.
        public var first: Difference?

        /// No results.
        public init() {}

        /// Adds the results of another worker.
        public mutating func add(_ other: Sums) {
            compared += other.compared
            different += other.different
            unverifiable += other.unverifiable
            withheld.formUnion(other.withheld)
            ofOtherRuleSets += other.ofOtherRuleSets
            if let theirs = other.first, first.map({ theirs.place < $0.place }) ?? true { first = theirs }
        }
    }

    private let ruleSet: RuleSet
    private let headerReads: HeaderReads
    private var sums = Sums()

    /// Creates a verifier for the rule set that replays the log.
    public init(_ ruleSet: RuleSet) {
        self.ruleSet = ruleSet
        headerReads = HeaderReads(ruleSet)
    }

    /// Compares a decided line, if it is from a decision log.
    public mutating func visit(
        _ record: inout LogRecord, _ request: borrowing ClickRequest, _ outcome: inout Outcome,
        in arena: inout ByteArena
    ) {
        guard let logged = record.logged else { return }
        sums.compared += 1
        if let hash = logged.ruleSet, !arena[hash].equals(utf8Of: ruleSet.hash) { sums.ofOtherRuleSets += 1 }
        guard let difference = difference(logged, outcome, in: arena) else { return }
        let rules = [logged.rule.map { arena.string($0) }, outcome.decision.rule.map { ruleSet.rules[$0].id }]
        // An undecided rule is not necessarily the deciding one.
        let isOpen = difference.what == "undecided"
        let withheld = headerReads.withheld(of: isOpen ? nil : rules.compactMap(\.self), request, in: arena)
        guard withheld.isEmpty else {
            sums.unverifiable += 1
            sums.withheld.formUnion(withheld)
            return
        }
        sums.different += 1
        guard sums.first == nil else { return }
        sums.first = Difference(
            place: record.place, what: difference.what, logged: difference.logged, fresh: difference.fresh)
    }

    /// Returns the results of this worker.
    public consuming func finish() -> Sums { sums }

    private func difference(
        _ logged: LoggedDecision, _ outcome: borrowing Outcome, in arena: borrowing ByteArena
    ) -> (what: String, logged: String, fresh: String)? {
        let decision = outcome.decision
        func text(_ range: TextRange?) -> String { range.map { arena.string($0) } ?? "null" }
        let pairs = [
            ("decision", logged.kind?.rawValue ?? "unknown", decision.kind.rawValue),
            ("rule", text(logged.rule), decision.rule.map { ruleSet.rules[$0].id } ?? "null"),
            ("error", text(logged.error), errorCode(of: decision) ?? "null"),
            ("page", text(logged.page), decision.page?.rawValue ?? "null"),
            ("status", logged.status.map { "\($0)" } ?? "null", "\(decision.status)"),
            ("undecided", "\(logged.undecidedCount ?? 0)", "\(outcome.undecided.count)"),
        ]
        for (what, logged, fresh) in pairs where logged != fresh { return (what, logged, fresh) }
        let (old, new) = (text(logged.target), text(decision.target))
        if old == new || Masking.blanked(old) == Masking.blanked(new) { return nil }
        return ("target", Masking.masked(old), Masking.masked(new))
    }

    private func errorCode(of decision: Decision) -> String? {
        switch decision.error {
        case .fault(let fault): return fault.code.name.description
        case .rule(let rule):
            guard case .error(let code, _, _) = ruleSet.rules[rule].action.outcome else { return nil }
            return code
        case nil: return nil
        }
    }
}
