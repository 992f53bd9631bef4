import Telemetry
package import ByteText
package import LogFormats
package import Routing

/// One worker's click events: lines in a ring, as in a log.
package final class EventLog {
    private let ring: LogRing
    private let writer: ClickEventWriter

    init(_ ring: LogRing, isUnmasked: Bool) {
        self.ring = ring
        writer = ClickEventWriter(isUnmasked: isUnmasked)
    }

    /// Writes the event of a decision. If the ring is full, the event is dropped and counted: a click never waits.
    package func record(
        _ outcome: Outcome, of request: borrowing ClickRequest, by ruleSet: RuleSet,
        in arena: borrowing ByteArena, _ circumstances: DecisionLineWriter.Circumstances
    ) {
        writer.write(outcome, of: request, by: ruleSet, in: arena, circumstances) { ring.append($0) }
    }
}
