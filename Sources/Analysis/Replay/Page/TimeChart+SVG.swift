import Markup
import Routing

extension TimeChart {
    private static let size = (width: 720.0, height: 240.0)
    /// The margins for labels.
    private static let margin = (left: 56.0, bottom: 28.0, top: 10.0)

    /// The chart as SVG: a stacked bar per interval, with its numbers as a title.
    var svg: String {
        let largest = max(1, bars.map(\.total).max() ?? 1)
        let scale = Self.niceCeiling(largest)
        let plot = (
            width: Self.size.width - Self.margin.left, height: Self.size.height - Self.margin.bottom - Self.margin.top
        )
        var picture = axis(scale, plot.height)
        let step = plot.width / Double(max(1, bars.count))
        for (index, bar) in bars.enumerated() {
            let x = Self.margin.left + Double(index) * step
            picture += Self.svg(bar, x: x, width: max(0.5, step - min(3, step / 4)), unit: plot.height / Double(scale))
        }
        picture += labels(step)
        return """
            <svg class="time" viewBox="0 0 \(Int(Self.size.width)) \(Int(Self.size.height))" role="img" \
            aria-label="Decisions \(unit); the numbers are in the table below"><g>\(picture)</g></svg>
            """
    }

    /// Horizontal grid lines with their values.
    private func axis(_ scale: Int, _ height: Double) -> String {
        var lines = ""
        for tick in 0...4 where scale % 4 == 0 || tick == 0 || tick == 4 {
            let y = SVGNumber.text(Self.margin.top + height * (1 - Double(tick) / 4))
            lines +=
                "<line class=\"grid\" x1=\"\(Int(Self.margin.left))\" x2=\"\(Int(Self.size.width))\" y1=\"\(y)\" y2=\"\(y)\"/>"
            lines +=
                "<text class=\"tick\" x=\"\(Int(Self.margin.left) - 8)\" y=\"\(y)\" dy=\"4\" text-anchor=\"end\">"
                + "\(Numbers.short(scale * tick / 4))</text>"
        }
        return lines
    }

    private static func svg(_ bar: Bar, x: Double, width: Double, unit: Double) -> String {
        var y = size.height - margin.bottom
        var pieces = ""
        for (index, count) in bar.decisions.enumerated() where count > 0 {
            let height = Double(count) * unit
            y -= height
            pieces += """
                <rect class="d\(index)" x="\(SVGNumber.text(x))" y="\(SVGNumber.text(y))" width="\(SVGNumber.text(width))" \
                height="\(SVGNumber.text(max(height, 0.2)))"/>
                """
        }
        let numbers = zip(DecisionCounts.kinds, bar.decisions).filter { $1 > 0 }.map {
            "\($0.rawValue) \(Numbers.grouped($1))"
        }
        let title = ([bar.label + ": " + Numbers.grouped(bar.total)] + numbers).joined(separator: ", ")
        return "<g><title>\(HTMLText().escapeText(title))</title>\(pieces)</g>"
    }

    /// About six date labels below the bars.
    private func labels(_ step: Double) -> String {
        let every = max(1, (bars.count + 5) / 6)
        var labels = ""
        for index in stride(from: 0, to: bars.count, by: every) {
            // A label at the right edge would be cut off.
            let room = Self.size.width - Self.margin.left - Double(index) * step
            guard room > 70 else { continue }
            labels += """
                <text class="tick" x="\(SVGNumber.text(Self.margin.left + Double(index) * step))" \
                y="\(Int(Self.size.height) - 8)">\(HTMLText().escapeText(bars[index].label))</text>
                """
        }
        return labels
    }

    /// The next number that is easily divisible by four: 4, 8, 12, 16, 20, 40, 80 …
    static func niceCeiling(_ number: Int) -> Int {
        var unit = 4
        while true {
            for factor in 1...5 where unit * factor >= number { return unit * factor }
            unit *= 10
        }
    }
}
