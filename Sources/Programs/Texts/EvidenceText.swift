package import ByteText
package import Outcomes
import Phones

/// Formats the predictions that evidence contradicts.
package struct EvidenceText {
    private let review: EvidenceReview

    package init(_ review: EvidenceReview) { self.review = review }

    package var lines: [[StyledText]] {
        guard review.compared > 0 else {
            return [[StyledText("No evidence for these predictions (\(review.unrelated) taps of other links).", .soft)]]
        }
        let fitting = review.compared - review.contradictions.count
        let counts = "\(fitting) of \(review.compared) taps on real phones as predicted"
        guard !review.contradictions.isEmpty else { return [[StyledText(counts, .soft)]] }
        return [[StyledText("Contradicted by evidence", .heading)]]
            + review.contradictions.flatMap { Self.lines(of: $0) }
            + [[], [StyledText(counts, .soft)]]
    }

    private static func lines(of one: EvidenceReview.Contradiction) -> [[StyledText]] {
        let evidence = one.evidence
        let phone = "\(evidence.systemName), \(evidence.browserName), app \(evidence.condition.rawValue)"
        let predicted = one.predicted.map(\.rawValue).joined(separator: " or ")
        let day = Timestamp.text(evidence.time).prefix(10)
        return [
            [
                StyledText("  \(phone), \(one.tap.tap.rawValue): ", .warning),
                StyledText("\(one.tap.observed.rawValue), not \(predicted)"),
                StyledText("  \(day)  \(evidence.link)", .soft),
            ]
        ] + one.facts.map { [StyledText("    \($0.name): \($0.sentence)", .soft)] }
    }
}
