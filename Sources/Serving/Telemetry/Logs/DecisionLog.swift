package import ByteText
package import LogFormats
package import Routing

/// One worker's decision log: formats lines and writes them to a ring.
package final class DecisionLog {
    private let ring: LogRing
    private let writer: DecisionLineWriter

    package init(_ ring: LogRing, _ facts: LoggedFacts) {
        self.ring = ring
        writer = DecisionLineWriter(facts)
    }

    /// Which facts of a click are logged, for the current rule set.
    package var facts: LoggedFacts {
        get { writer.facts }
        set { writer.facts = newValue }
    }

    /// Writes the line of a decision.
    package func record(
        _ outcome: Outcome, of request: borrowing ClickRequest, by ruleSet: RuleSet,
        in arena: borrowing ByteArena, _ circumstances: DecisionLineWriter.Circumstances
    ) {
        writer.write(outcome, of: request, by: ruleSet, in: arena, circumstances) { ring.append($0) }
    }

    /// Writes the line of a click for which candidate rules differ.
    package func record(
        _ live: DecisionLineWriter.Side, _ shadow: DecisionLineWriter.Side,
        differing differences: DecisionDifference, of request: borrowing ClickRequest,
        in arena: borrowing ByteArena, _ circumstances: DecisionLineWriter.Circumstances
    ) {
        writer.write(live, shadow, differing: differences, of: request, in: arena, circumstances) { ring.append($0) }
    }
}
