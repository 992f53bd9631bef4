import Markup
import Routing

/// A row's bar as SVG: its length is relative to the longest row, divided by decision.
///
/// It accompanies the numbers in a table, so it is decorative for screen readers.
struct StackedBar {
    var row: ReportRow
    var longest: Int

    /// The width in SVG units. The image is stretched to the cell.
    private static let width = 1000.0
    private static let height = 20

    var svg: String {
        let parts = row.decisions ?? [row.count]
        var x = 0.0
        var pieces = ""
        for (index, count) in parts.enumerated() where count > 0 {
            let width = Double(count) / Double(max(1, longest)) * Self.width
            let style = row.decisions == nil ? "c" : "d\(index)"
            pieces +=
                "<rect class=\"\(style)\" x=\"\(SVGNumber.text(x))\" width=\"\(SVGNumber.text(width))\" height=\"\(Self.height)\"/>"
            x += width
        }
        return
            "<svg class=\"bar\" viewBox=\"0 0 \(Int(Self.width)) \(Self.height)\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
            + "\(pieces)</svg>"
    }
}

/// Numbers in SVG notation.
enum SVGNumber {
    /// The number with one decimal place, without an exponent.
    static func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }
}
