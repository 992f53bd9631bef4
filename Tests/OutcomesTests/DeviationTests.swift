import Foundation
import Phones
import Testing

@testable import Outcomes

/// Users end up where the documentation specifies, except for the cells of `deviations.tsv`, each with a reason in the
/// known behavior of phones.
///
/// After changing rules, pages or the model, run with FINGERPOST_WRITE_GOLDENS=1 and review the diff.
@Suite("Outcomes against the documents")
struct DeviationTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "deviations.tsv")

    private static let matrices = Result {
        try Sites.all.flatMap { name, site in try Sites.matrices(site).map { (site: name, link: $0.name, $0.matrix) } }
    }

    @Test("the cells that deviate are those that are known")
    func known() throws {
        let text = Self.table(try Self.matrices.get())
        if ProcessInfo.processInfo.environment["FINGERPOST_WRITE_GOLDENS"] != nil {
            try text.write(to: Self.file, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: Self.file, encoding: .utf8)
        let (lines, known) = (Set(text.split(separator: "\n")), Set(expected.split(separator: "\n")))
        #expect(lines.subtracting(known).sorted() == [], "new, or changed")
        #expect(known.subtracting(lines).sorted() == [], "no more")
    }

    @Test("no cell is a dead end, and no reason is missing")
    func ends() throws {
        var faults: [String] = []
        for (site, link, matrix) in try Self.matrices.get() {
            for (situation, cell) in matrix.cells
            where cell.verdict.word == "dead_end" || cell.verdict.deviation == .unexplained {
                let endings = cell.journeys.map(\.ending.description).joined(separator: " or ")
                faults.append(
                    "\(site) \(link) \(situation.id) \(cell.condition): \(cell.documented.row) "
                        + "\(cell.documented.ending), but \(endings)")
            }
        }
        #expect(faults.count == 0, "\(faults.joined(separator: "\n"))")
    }

    /// Counts by reason, then a line for each site, link, app state and reason, with its situations.
    private static func table(_ matrices: [(site: String, link: String, OutcomeMatrix)]) -> String {
        var (reasons, lines): ([String: Int], [String: [String]]) = ([:], [:])
        var verdicts: [String: Int] = [:]
        for (site, link, matrix) in matrices {
            for (situation, cell) in matrix.cells {
                verdicts[cell.verdict.word, default: 0] += 1
                guard let deviation = cell.verdict.deviation else { continue }
                reasons[deviation.id, default: 0] += 1
                let mark = cell.verdict.word == "possibly" ? "?" : ""
                lines["\(site)\t\(link)\t\(cell.condition.rawValue)\t\(deviation.id)", default: []]
                    .append(situation.id + mark)
            }
        }
        let counted = (verdicts.map { "cells\t\($0)\t\($1)" } + reasons.map { "reason\t\($0)\t\($1)" }).sorted()
        let listed = lines.map { "\($0)\t\($1.count)\t\($1.joined(separator: " "))" }.sorted()
        return (counted + listed).joined(separator: "\n") + "\n"
    }
}
