package import ByteText
package import Outcomes
import Phones

/// Formats a matrix of outcomes: a table followed by deviations with their causes, dead ends and detours.
package struct OutcomeText {
    private let matrix: OutcomeMatrix

    package init(_ matrix: OutcomeMatrix) { self.matrix = matrix }

    package var lines: [[StyledText]] {
        heading + table + deviations + deadEnds + detours + [[StyledText(counts, .soft)]]
    }

    private var heading: [[StyledText]] {
        [[StyledText(matrix.link, .heading)], [StyledText("site \(matrix.site)", .soft)], []]
    }

    // MARK: - The table

    private var table: [[StyledText]] {
        let conditions = matrix.conditions
        var rows: [[String]] = [["", ""] + conditions.map(\.title)]
        var styles: [[StyledText.Style]] = [Array(repeating: .soft, count: conditions.count + 2)]
        var device = ""
        for row in matrix.rows {
            let cells = conditions.map { row[$0] }
            rows.append([row.situation.device == device ? "" : row.situation.device, row.situation.place])
            rows[rows.count - 1] += cells.map { $0?.summary ?? "" }
            styles.append([.heading, .plain] + cells.map { $0?.style ?? .plain })
            device = row.situation.device
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return zip(rows, styles).map { row, styles in
            row.indices.map { column in
                let isLast = row[(column + 1)...].allSatisfy(\.isEmpty)
                let padding = String(repeating: " ", count: widths[column] - row[column].count + 2)
                return StyledText(row[column] + (isLast ? "" : padding), styles[column])
            }
        } + [[]]
    }

    // MARK: - Below the table

    private var deviations: [[StyledText]] {
        var counts: [Deviation: Int] = [:]
        for (_, cell) in matrix.cells {
            if let deviation = cell.verdict.deviation { counts[deviation, default: 0] += 1 }
        }
        guard !counts.isEmpty else { return [] }
        let sorted = counts.sorted { ($1.value, $0.key.id) < ($0.value, $1.key.id) }
        return [[StyledText("Not as documented (≠), or not on every phone (?)", .heading)]]
            + sorted.map { deviation, count in
                [
                    StyledText("  \(count)  \(deviation.id): ", .warning), StyledText(deviation.sentence),
                ]
            } + [[]]
    }

    private var deadEnds: [[StyledText]] {
        let found = matrix.cells.filter { $0.cell.verdict.word == "dead_end" }
        guard !found.isEmpty else { return [] }
        return [[StyledText("Dead ends (✗)", .heading)]]
            + found.map { situation, cell in
                [
                    StyledText("  \(situation.device), \(situation.place), \(cell.condition.title): ", .warning),
                    StyledText(cell.journeys.map(\.ending.description).joined(separator: " or ")),
                    StyledText("  \(cell.lastRule ?? "no rule")", .soft),
                ]
            } + [[]]
    }

    private var detours: [[StyledText]] {
        var counts: [String: Int] = [:]
        for (_, cell) in matrix.cells where cell.hasDetour {
            let kinds = cell.detours.map(\.description).joined(separator: ", ")
            counts["\(kinds)  \(cell.lastRule ?? "no rule")", default: 0] += 1
        }
        guard !counts.isEmpty else { return [] }
        return [[StyledText("Detours (+)", .heading)]]
            + counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { [StyledText("  \($1)  \($0)")] } + [[]]
    }

    private var counts: String {
        let cells = matrix.cells.map(\.cell.verdict.word)
        return "\(cells.count) cells: \(cells.count { $0 == "as_documented" }) as documented, "
            + "\(cells.count { $0 == "possibly" }) depend, \(cells.count { $0 == "deviates" }) deviate, "
            + "\(cells.count { $0 == "dead_end" }) dead ends"
    }
}

extension Cell {
    fileprivate var hasDetour: Bool { !detours.isEmpty }

    fileprivate var style: StyledText.Style {
        switch verdict {
        case .asDocumented: .plain
        case .possibly, .deviates, .deadEnd: .warning
        }
    }
}
