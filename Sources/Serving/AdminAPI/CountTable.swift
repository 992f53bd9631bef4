import ByteText
import LinkStore
import Routing

/// The clicks of a link or a site in a range of days, by one property.
struct CountTable: Sendable, Equatable {
    /// What the clicks are counted by.
    enum Grouping: Sendable, Equatable {
        case day, platform, source
        case dimension(ClickDimension)

        /// The names in queries.
        static let names = ["day", "platform", "source"] + ClickDimension.allCases.map(\.name.description)

        init?(name: String) {
            switch name {
            case "day": self = .day
            case "platform": self = .platform
            case "source": self = .source
            default:
                guard let dimension = ClickDimension.allCases.first(where: { $0.name.description == name }) else {
                    return nil
                }
                self = .dimension(dimension)
            }
        }
    }

    /// The order of the rows.
    enum Order: String, Sendable, CaseIterable {
        case clicks, value
        case mostClicks = "-clicks"
        case lastValue = "-value"
    }

    /// A value with its clicks.
    struct Row: Sendable, Equatable {
        var value: String
        var amount: Breakdown.Amount
    }

    /// The values with clicks.
    var rows: [Row] = []
    /// The clicks of values that are not among the rows.
    var others = Breakdown.Amount()
    /// The clicks whose value is unknown.
    var unknown = Breakdown.Amount()
    /// All clicks.
    var total = Breakdown.Amount()

    /// - Parameters:
    ///   - counts: The counters of the days.
    ///   - breakdown: The properties of the same clicks.
    init(by grouping: Grouping, _ counts: [LinkCount], _ breakdown: Breakdown) {
        for count in counts { total.add(count) }
        switch grouping {
        case .day: add(counts) { $0.period.name(from: $0.day) }
        case .platform: add(counts) { $0.platform.name.description }
        case .source:
            let scans = counts.reduce(UInt64(0)) { $1.event == .scan ? $0 &+ $1.count : $0 }
            let taps = total.clicks - min(scans, total.clicks)
            if scans > 0 { rows.append(Row(value: "qr", amount: .init(clicks: scans))) }
            if taps > 0 { rows.append(Row(value: "tap", amount: .init(clicks: taps))) }
        case .dimension(let dimension): add(breakdown, dimension)
        }
        rows.removeAll { $0.amount == Breakdown.Amount() }
    }

    private mutating func add(_ counts: [LinkCount], by value: (LinkCount) -> String) {
        var amounts: [String: Breakdown.Amount] = [:]
        for count in counts { amounts[value(count), default: .init()].add(count) }
        rows = amounts.map(Row.init)
    }

    private mutating func add(_ breakdown: Breakdown, _ dimension: ClickDimension) {
        guard let property = Breakdown.Dimension(rawValue: dimension.rawValue) else { return }
        unknown = total
        for (value, amount) in breakdown.amounts(by: property) {
            unknown.clicks -= min(amount.clicks, unknown.clicks)
            unknown.appOpens -= min(amount.appOpens, unknown.appOpens)
            if let value { rows.append(Row(value: value, amount: amount)) } else { others = amount }
        }
    }

    /// Sorts the rows, and adds up those after the first `limit`.
    mutating func sort(_ order: Order, limit: Int) {
        rows.sort { left, right in
            switch order {
            case .value: left.value < right.value
            case .lastValue: left.value > right.value
            case .clicks, .mostClicks:
                left.amount.clicks == right.amount.clicks
                    ? left.value < right.value : (left.amount.clicks < right.amount.clicks) == (order == .clicks)
            }
        }
        for row in rows.dropFirst(limit) {
            others.clicks &+= row.amount.clicks
            others.appOpens &+= row.amount.appOpens
        }
        rows = Array(rows.prefix(limit))
    }
}

extension Breakdown.Amount {
    fileprivate mutating func add(_ count: LinkCount) {
        switch count.event {
        case .click: clicks &+= count.count
        case .appOpen: appOpens &+= count.count
        case .storeVisit, .webFallback, .redirect, .scan, .installClaim: break
        }
    }
}

extension LinkCount.Period {
    /// The name of a period that begins on a day: 2026-11-28, 2026-11, 2026 or earlier.
    fileprivate func name(from day: UInt32) -> String {
        let date = Timestamp.text(Int64(day) * 86_400)
        return switch self {
        case .day: String(date.prefix(10))
        case .month: String(date.prefix(7))
        case .year: String(date.prefix(4))
        case .earlier: "earlier"
        }
    }
}

// MARK: - Formats

extension CountTable {
    /// The table as members of a JSON object.
    func write(to json: inout JSONWriter) {
        json.name("counts")
        json.beginArray()
        for row in rows {
            json.beginObject()
            json.member("value", row.value)
            row.amount.writeMembers(to: &json)
            json.endObject()
        }
        json.endArray()
        let sums: [(StaticString, Breakdown.Amount)] = [("other", others), ("unknown", unknown), ("total", total)]
        for (name, amount) in sums {
            json.name(name)
            json.beginObject()
            amount.writeMembers(to: &json)
            json.endObject()
        }
    }

    /// The table as CSV with a header line. Others and unknown values have an empty value.
    func csv(named name: String) -> [UInt8] {
        var output: [UInt8] = []
        CSVWriter.append([name, "kind", "clicks", "app_opens"], to: &output)
        func add(_ value: String, _ kind: String, _ amount: Breakdown.Amount) {
            let cells = [SpreadsheetFormula.escaped(value), kind, "\(amount.clicks)", "\(amount.appOpens)"]
            CSVWriter.append(cells, to: &output)
        }
        for row in rows { add(row.value, "value", row.amount) }
        if others != Breakdown.Amount() { add("", "other", others) }
        if unknown != Breakdown.Amount() { add("", "unknown", unknown) }
        return output
    }
}

extension Breakdown.Amount {
    fileprivate func writeMembers(to json: inout JSONWriter) {
        json.name("clicks")
        json.int(Int(clamping: clicks))
        json.name("app_opens")
        json.int(Int(clamping: appOpens))
    }
}
