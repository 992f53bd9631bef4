import ByteText
import Markup

/// A link's counts over the last days, as a bar chart and a table.
struct LinkStatistics {
    /// The number of days, including today.
    static let days = 30
    /// The height of the highest bar, in chart units.
    private static let height = 100.0
    private static let step = 20
    private static let platforms = ["android", "ios", "desktop", "other"]

    /// The days, oldest first, with their counts by event and platform.
    private var rows: [(day: String, counts: [String: Int])] = []

    /// Reads the API's response.
    init(_ json: JSONValue?, until now: Int64) {
        let today = now / 86_400
        rows = (0..<Self.days).map { index in
            let day = Timestamp.text((today - Int64(Self.days - 1 - index)) * 86_400).prefix(10)
            return (String(day), [:])
        }
        let places = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.day, $0) })
        for count in json?["counts"]?.array ?? [] {
            guard let place = places[count["day"]?.string ?? ""], let number = count["count"]?.number?.int,
                count["period"]?.string == "day", let event = count["event"]?.string,
                let platform = count["platform"]?.string
            else { continue }
            rows[place].counts["\(event) \(platform)", default: 0] += number
        }
    }

    private func sum(_ counts: [String: Int], _ event: String, _ platform: String? = nil) -> Int {
        if let platform { return counts["\(event) \(platform)"] ?? 0 }
        return Self.platforms.reduce(0) { $0 + (counts["\(event) \($1)"] ?? 0) }
    }

    private func total(_ event: String, _ platform: String? = nil) -> Int {
        rows.reduce(0) { $0 + sum($1.counts, event, platform) }
    }

    func write(to values: inout PageValues) {
        let (clicks, scans) = (total("click"), total("scan"))
        values.set("has_counts", clicks + scans > 0)
        values["clicks"] = counted(clicks, "click")
        values["scans"] = counted(scans, "scan")
        values["period"] = "the last \(Self.days) days"
        let highest = rows.map { sum($0.counts, "click") }.max() ?? 0
        values["highest"] = grouped(highest)
        values["first_day"] = rows.first?.day
        values["last_day"] = rows.last?.day
        values["view_box"] = "0 -4 \(Self.days * Self.step) \(Int(Self.height) + 8)"
        values.set("bars", rows: rows.enumerated().flatMap { bars($0, $1.counts, of: highest) })
        values.set(
            "platforms",
            rows: Self.platforms.map { platform in
                var row = PageValues()
                row["platform"] = Self.title(platform)
                row["style"] = platform
                row["count"] = grouped(total("click", platform))
                return row
            })
        values.set(
            "outcomes",
            rows: Self.events.map { event, title in
                var row = PageValues()
                row["outcome"] = title
                row["count"] = grouped(total(event))
                return row
            })
        values.set("days", rows: rows.reversed().filter { !$0.counts.isEmpty }.map(row))
    }

    private static let events = [
        ("app_open", "Opened the app"), ("store_visit", "Went to the store"), ("redirect", "Went to the page"),
        ("web_fallback", "Went to a fallback"), ("scan", "Scanned a QR code"),
    ]

    private static func title(_ platform: String) -> String {
        switch platform {
        case "android": "Android"
        case "ios": "iOS"
        case "desktop": "Desktop"
        default: "Other"
        }
    }

    /// The clicks of a day by platform, as stacked bars.
    private func bars(_ place: Int, _ counts: [String: Int], of highest: Int) -> [PageValues] {
        var bottom = Self.height
        return Self.platforms.compactMap { platform in
            let count = sum(counts, "click", platform)
            guard count > 0, highest > 0 else { return nil }
            let height = Double(count) / Double(highest) * Self.height
            bottom -= height
            var row = PageValues()
            row["x"] = String(place * Self.step + 2)
            row["y"] = Self.text(bottom)
            row["width"] = String(Self.step - 4)
            row["height"] = Self.text(height)
            row["style"] = platform
            return row
        }
    }

    private static func text(_ number: Double) -> String { String((number * 10).rounded() / 10) }

    private func row(_ day: String, _ counts: [String: Int]) -> PageValues {
        var row = PageValues()
        row["day"] = day
        row["clicks"] = grouped(sum(counts, "click"))
        row["scans"] = grouped(sum(counts, "scan"))
        for platform in Self.platforms { row["\(platform)_clicks"] = grouped(sum(counts, "click", platform)) }
        return row
    }
}
