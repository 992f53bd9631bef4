import ByteText
import Devices
import Links
import LogFormats
import Routing

/// A table row of a report: its name, its count, and the counts by decision if available.
struct ReportRow: Sendable, Equatable {
    var name: String
    var count: Int
    /// In the order of `DecisionKind`.
    var decisions: [Int]?
    /// Whether the row sums up rows that are not shown. It follows the others.
    var isRest = false
}

/// A rule's contribution to the decisions.
struct RuleRow: Sendable, Equatable {
    var rule: String
    /// The number of clicks that it decided.
    var decided: Int
    /// The number of clicks for which it matched and set something besides the decision.
    var beside: Int
    /// The number of clicks for which it depended on an unknown fact.
    var undecided: Int

    var isMatched: Bool { decided > 0 || beside > 0 }
}

extension ReplaySums {
    /// The name for clicks without a known site, rule or device.
    static let none = "none"

    /// Clicks that were decided.
    var total: Int { decisions.total(0) }

    var decisionRows: [ReportRow] {
        zip(DecisionCounts.kinds, decisions[0]).map { ReportRow(name: $0.rawValue, count: $1) }
    }

    var siteRows: [ReportRow] { sites.rows(names.sites) }
    var platformRows: [ReportRow] { platforms.rows(Platform.names.map(\.description)) }
    var inAppRows: [ReportRow] { inApps.rows(InApp.names.map(\.description), without: InApp.none.name.description) }
    var browserRows: [ReportRow] { browsers.rows(Browser.names.map(\.description)) }
    /// Empty if no click has a country.
    var countryRows: [ReportRow] { countries.total(Country.count) == total ? [] : countries.rows(Country.names) }
    var botRows: [ReportRow] { bots.rows(BotKind.names.map(\.description), without: "people") }
    var pageRows: [ReportRow] { pages.rows(Page.allCases.map(\.rawValue), none: "redirect") }
    var refusedRows: [ReportRow] { Self.rows(LinkFault.Code.allCases.map(\.name.description), faults) }
    var warningRows: [ReportRow] { Self.rows(Warnings.names.map(\.description), warnings) }
    var bypassRows: [ReportRow] { Self.rows(Bypass.allCases.map(\.name.description), counts.bypassed) }
    var omittedRows: [ReportRow] { Self.rows(Omission.allCases.map(\.name.description), counts.omitted) }
    var badRows: [ReportRow] { Self.rows(LineFault.allCases.map(\.name.description), counts.faults) }

    /// The hosts of referrers with the most clicks, the clicks without a referrer, and the rest; empty if no click has
    /// a referrer.
    func referrerRows(top: Int) -> [ReportRow] {
        guard referrers.total > 0 else { return [] }
        let tops = referrers.top(top)
        var rows = tops.map { ReportRow(name: $0.link, count: $0.count) }
        if total > referrers.total { rows.append(ReportRow(name: Self.none, count: total - referrers.total)) }
        let rest = referrers.total - tops.reduce(0) { $0 + $1.count }
        guard rest > 0 else { return rows.byCount }
        let count = counted(max(1, referrers.distinct - tops.count), "other")
        return (rows + [ReportRow(name: count, count: rest, isRest: true)]).byCount
    }

    /// All rules, in order.
    var ruleRows: [RuleRow] {
        names.rules.indices.map {
            RuleRow(
                rule: names.rules[$0], decided: rules[$0], beside: rulesBeside[$0], undecided: rulesUndecided[$0])
        }
    }

    /// Names and counts, without zeros.
    static func rows(_ names: [String], _ counts: [Int]) -> [ReportRow] {
        zip(names, counts).filter { $1 > 0 }.map { ReportRow(name: $0, count: $1) }
    }
}

extension DecisionCounts {
    /// A row for each key with a nonzero count, in the order of the keys. The last key has no name of its own.
    func rows(_ names: [String], none: String = ReplaySums.none, without left: String? = nil) -> [ReportRow] {
        zip(names + [left ?? none], 0..<keys).filter { total($1) > 0 && $0 != left }.map {
            ReportRow(name: $0, count: total($1), decisions: self[$1])
        }
    }
}

extension [ReportRow] {
    /// By descending count, then by name; the rest last.
    var byCount: [ReportRow] {
        sorted { ($0.isRest ? 1 : 0, $1.count, $0.name) < ($1.isRest ? 1 : 0, $0.count, $1.name) }
    }

    /// The rows with the largest counts, and one that sums up the others.
    func summarized(to limit: Int) -> [ReportRow] {
        let rows = byCount
        guard rows.count > limit else { return rows }
        let others = rows.dropFirst(limit)
        var rest = ReportRow(name: counted(others.count, "other"), count: 0, isRest: true)
        rest.decisions = [Int](repeating: 0, count: DecisionCounts.kinds.count)
        for row in others {
            rest.count += row.count
            if let decisions = row.decisions { rest.decisions?.add(decisions) } else { rest.decisions = nil }
        }
        return rows.prefix(limit) + [rest]
    }
}
