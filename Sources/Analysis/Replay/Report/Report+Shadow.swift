import ByteText
import Routing

/// The report on candidate rules.
extension ShadowSums {
    /// The moves by descending count; empty if there were too many.
    var rankedMoves: [(move: Move, count: Int)] {
        (moves ?? [:]).map { (move: $0.key, count: $0.value) }.sorted { ($1.count, $0.move) < ($0.count, $1.move) }
    }

    /// The moves between rules as rows, for all rule sets, by descending count.
    var ruleRows: [ReportRow] {
        rows { "\($0.from.name)\(ReportText.arrow)\($0.to.name)" }
    }

    /// The moves between decisions as rows, by descending count.
    var decisionRows: [ReportRow] {
        rows { move in
            let (from, to) = (move.from.decision, move.to.decision)
            return from == to ? "\(to.rawValue), differently" : "\(from.rawValue)\(ReportText.arrow)\(to.rawValue)"
        }
    }

    private func rows(_ name: (Move) -> String) -> [ReportRow] {
        var counts: [String: Int] = [:]
        for (move, count) in moves ?? [:] { counts[name(move), default: 0] += count }
        return counts.map { ReportRow(name: $0.key, count: $0.value) }.byCount
    }

    /// How to interpret the counts.
    static let note = "A sample of the clicks: it shows which decisions change; the metrics count them."

    func add(to text: inout ReportText, top: Int) {
        guard lines > 0 else { return }
        text.heading("Candidate rules: \(counted(lines, "logged click")) with a different response")
        text.paragraph(Self.note, .soft)
        guard moves != nil else {
            return text.paragraph("More than \(Numbers.grouped(Self.limit)) pairs of rules.", .soft)
        }
        text.table(decisionRows, of: lines, limit: top)
        text.heading("Active rule → candidate rule")
        text.table(ruleRows, of: lines, limit: top)
        for sample in samples.elements {
            text.add(
                StyledText("  \(sample.place)  ", .soft),
                StyledText(sample.differences.joined(separator: ", "), .warning),
                StyledText("  \(sample.link)", .soft))
        }
    }
}

extension ShadowSums.Step {
    /// The rule's display name.
    fileprivate var name: String { rule.isEmpty ? ReplaySums.none : rule }
}

extension JSONWriter {
    /// Writes null if the log contains no lines about candidate rules.
    mutating func write(_ shadow: ShadowSums) {
        guard shadow.lines > 0 else { return null() }
        beginObject()
        member("lines", shadow.lines)
        name("moves")
        if shadow.moves == nil {
            null()
        } else {
            beginArray()
            for (move, count) in shadow.rankedMoves { write(move, count) }
            endArray()
        }
        member(samples: shadow.samples)
        endObject()
    }

    private mutating func write(_ move: ShadowSums.Move, _ count: Int) {
        beginObject()
        member("ruleset_live", move.ruleSets[0])
        member("ruleset_shadow", move.ruleSets[1])
        name("live")
        write(move.from)
        name("shadow")
        write(move.to)
        member("count", count)
        endObject()
    }

    private mutating func write(_ step: ShadowSums.Step) {
        beginObject()
        member("decision", step.decision.rawValue)
        member("rule", optional: step.rule.isEmpty ? nil : step.rule)
        endObject()
    }
}
