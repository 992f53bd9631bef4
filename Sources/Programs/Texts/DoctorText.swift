package import ByteText
package import Doctor
import Terminal

/// Formats a doctor report: a line for each check, grouped by host, with the remedy below it.
package struct DoctorText {
    private let report: DoctorReport
    /// The width of the terminal in columns.
    private let width: Int

    package init(_ report: DoctorReport, width: Int) { (self.report, self.width) = (report, width) }

    private static let indent = "  "
    private static let levelWidth = 9

    package var lines: [[StyledText]] {
        let checkWidth = report.groups.flatMap(\.findings).map(\.check.count).max() ?? 0
        return report.groups.flatMap { group -> [[StyledText]] in
            let head = StyledText(group.name, .heading)
            let note = group.note.isEmpty ? [] : [StyledText("  \(group.note)", .soft)]
            return [[head] + note] + group.findings.flatMap { lines(of: $0, checkWidth) } + [[]]
        } + [[StyledText(report.counts, .heading)]]
    }

    private func lines(of finding: Finding, _ checkWidth: Int) -> [[StyledText]] {
        let level = finding.level.rawValue.padded(to: Self.levelWidth)
        let check = finding.check.padded(to: checkWidth + 2)
        let margin = Self.indent.count + Self.levelWidth + checkWidth + 2
        let style: StyledText.Style =
            switch finding.level {
            case .ok: .good
            case .skipped: .soft
            case .warning: .warning
            case .error: .error
            }
        let message = Paragraph.lines(finding.message, indent: margin, width: max(width, margin + 30))
        var lines = message.dropFirst().map { [StyledText($0)] }
        lines.insert(
            [StyledText(Self.indent + level, style), StyledText(check + (message.first ?? "").dropFirst(margin))], at: 0
        )
        guard let remedy = finding.remedy else { return lines }
        let advice = Paragraph.lines(remedy, indent: margin + 2, width: max(width, margin + 30))
        let blank = String(repeating: " ", count: margin)
        for (index, line) in advice.enumerated() {
            lines.append([StyledText(index == 0 ? blank + "→ " + line.dropFirst(margin + 2) : line, .soft)])
        }
        return lines
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
