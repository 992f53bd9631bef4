import Markup

extension WeekHours {
    private static let cell = (width: 28, height: 24)
    /// The margins for labels.
    private static let margin = (left: 48, bottom: 24)

    /// The values of the page's section on hours of the week: a map whose cells are darker for more clicks, and its
    /// numbers.
    var pageValues: PageValues {
        var values = PageValues(["chart": svg])
        values.set("hours", rows: (0..<Self.hoursPerDay).map { PageValues(["hour": "\($0)"]) })
        values.set(
            "days",
            rows: Self.days.enumerated().map { day, name in
                var row = PageValues(["day": name])
                row.set("counts", rows: self[day].map { PageValues(["count": Numbers.grouped($0)]) })
                return row
            })
        return values
    }

    private var svg: String {
        let largest = Double(max(1, counts.max() ?? 1))
        let width = Self.margin.left + Self.hoursPerDay * Self.cell.width
        let height = Self.days.count * Self.cell.height
        var picture = ""
        for (day, name) in Self.days.enumerated() {
            let y = day * Self.cell.height
            picture += "<text class=\"tick\" x=\"0\" y=\"\(y + 16)\">\(name)</text>"
            for (hour, count) in self[day].enumerated() {
                let shade = SVGNumber.text(Double(count) / largest * 100)
                picture += """
                    <g><title>\(name) \(hour):00: \(Numbers.grouped(count))</title><rect class="c" \
                    x="\(Self.margin.left + hour * Self.cell.width)" y="\(y)" width="\(Self.cell.width - 2)" \
                    height="\(Self.cell.height - 2)" fill-opacity="\(shade)%"/></g>
                    """
            }
        }
        for hour in stride(from: 0, to: Self.hoursPerDay, by: 6) {
            let x = Self.margin.left + hour * Self.cell.width
            picture += "<text class=\"tick\" x=\"\(x)\" y=\"\(height + 16)\">\(hour):00</text>"
        }
        return """
            <svg class="time" viewBox="0 0 \(width) \(height + Self.margin.bottom)" role="img" \
            aria-label="Clicks by hour of the week; the numbers are in the table below"><g>\(picture)</g></svg>
            """
    }
}
