import ByteText
import LinkCatalog
import LinkStore
import Routing

/// Clicks in the shapes of Dub's API.
struct DubAnalytics: Sendable {
    /// The supported values of `groupBy`.
    enum Grouping: String, CaseIterable, Sendable {
        case count, timeseries, countries, devices, browsers, os, triggers, referers
        case topLinks = "top_links"
    }

    /// The values of `interval`.
    enum Interval: String, CaseIterable, Sendable {
        case day = "24h"
        case week = "7d"
        case thirtyDays = "30d"
        case ninetyDays = "90d"
        case year = "1y"
        case monthToDate = "mtd"
        case quarterToDate = "qtd"
        case yearToDate = "ytd"
        case all

        /// The first day of the interval that ends with a day.
        func firstDay(to last: UInt32) -> UInt32 {
            let date = CivilTime(secondsSinceEpoch: Int64(last) * 86_400)
            func first(of month: Int) -> UInt32 {
                UInt32(clamping: CivilTime.days(year: date.year, month: month, day: 1) ?? 0)
            }
            switch self {
            case .day: return last - min(last, 1)
            case .week: return last - min(last, 6)
            case .thirtyDays: return last - min(last, 29)
            case .ninetyDays: return last - min(last, 89)
            case .year: return last - min(last, 364)
            case .monthToDate: return first(of: date.month)
            case .quarterToDate: return first(of: (date.month - 1) / 3 * 3 + 1)
            case .yearToDate: return first(of: 1)
            case .all: return 0
            }
        }
    }

    /// The maximum number of days in a time series, of the last ones.
    private static let mostDays: UInt32 = 1_830
    /// The maximum number of values.
    private static let most = 100

    let counts: [LinkCount]
    let breakdown: Breakdown
    let days: ClosedRange<UInt32>
    /// The link that the counts are of, or `nil` if they are of sites.
    let link: LinkRecord?

    /// Writes the response.
    ///
    /// - Parameter find: Returns the link with a key, or `nil` if there is none any more.
    func write(_ grouping: Grouping, to json: inout JSONWriter, find: (LinkKey) -> LinkRecord?) {
        switch grouping {
        case .count:
            json.beginObject()
            json.name("clicks")
            json.int(table(.day).total.clicks)
            json.endObject()
        case .timeseries: writeDays(to: &json)
        case .countries:
            writeRows(.dimension(.country), "country", unknown: "Unknown", to: &json) { json in
                for name: StaticString in ["region", "city"] { json.member(name, "*" as StaticString) }
            }
        case .browsers: writeRows(.dimension(.browser), "browser", unknown: "Unknown", named: Self.browser, to: &json)
        case .devices: writeRows(.platform, "device", named: Self.device, to: &json)
        case .os: writeRows(.platform, "os", named: Self.system, to: &json)
        case .triggers: writeRows(.source, "trigger", named: { $0 == "tap" ? "link" : $0 }, to: &json)
        case .referers: writeRows(.dimension(.referrer), "referer", unknown: "(direct)", to: &json)
        case .topLinks: writeLinks(to: &json, find: find)
        }
    }

    private func table(_ grouping: CountTable.Grouping) -> CountTable {
        var table = CountTable(by: grouping, counts, breakdown)
        table.sort(.mostClicks, limit: Self.most)
        return table
    }

    /// Each day, also those without clicks.
    private func writeDays(to json: inout JSONWriter) {
        var clicks: [UInt32: UInt64] = [:]
        for count in counts where count.event == .click { clicks[count.day, default: 0] &+= count.count }
        let begin = max(clicks.keys.min() ?? days.upperBound, days.lowerBound)
        let first = days.lowerBound == 0 ? begin : days.lowerBound
        let last = days.upperBound
        json.beginArray()
        for day in max(first, last - min(last, Self.mostDays - 1))...last {
            json.beginObject()
            json.member("start", Timestamp.text(Int64(day) * 86_400))
            json.name("clicks")
            json.int(clicks[day] ?? 0)
            json.endObject()
        }
        json.endArray()
    }

    private func writeRows(
        _ grouping: CountTable.Grouping, _ name: StaticString, unknown: String? = nil,
        named: (String) -> String = { $0 }, to json: inout JSONWriter, _ more: (inout JSONWriter) -> Void = { _ in }
    ) {
        let table = table(grouping)
        var clicks: [String: UInt64] = [:]
        for row in table.rows { clicks[named(row.value), default: 0] &+= row.amount.clicks }
        if table.others.clicks > 0 { clicks["(other)", default: 0] &+= table.others.clicks }
        if let unknown, table.unknown.clicks > 0 { clicks[unknown, default: 0] &+= table.unknown.clicks }
        json.beginArray()
        for (value, clicks) in clicks.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            json.beginObject()
            json.member(name, value)
            more(&json)
            json.name("clicks")
            json.int(clicks)
            json.endObject()
        }
        json.endArray()
    }

    private func writeLinks(to json: inout JSONWriter, find: (LinkKey) -> LinkRecord?) {
        json.beginArray()
        if let link {
            link.writeDubAnalytics(to: &json, clicks: table(.day).total.clicks)
        } else {
            for row in table(.dimension(.link)).rows {
                guard let key = LinkKey(row.value), let link = find(key) else { continue }
                link.writeDubAnalytics(to: &json, clicks: row.amount.clicks)
            }
        }
        json.endArray()
    }

    // MARK: - Dub's names

    private static func browser(_ name: String) -> String {
        name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }

    private static func device(_ platform: String) -> String {
        switch platform {
        case "android", "ios": "Mobile"
        case "desktop": "Desktop"
        default: "Unknown"
        }
    }

    private static func system(_ platform: String) -> String {
        switch platform {
        case "android": "Android"
        case "ios": "iOS"
        default: "Unknown"
        }
    }
}
