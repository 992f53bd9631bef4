import LogFormats
public import ByteText
import Expressions
import Markup
import Mustache
import Routing

extension ReplaySums {
    /// The report as an HTML page.
    ///
    /// - Parameters:
    ///   - sources: The names of the logs.
    ///   - top: How many links, rules and so on are listed at most.
    ///   - explain: Turns an explanation in JSON into text.
    /// Throws only if the template, which is in the source, is not valid Mustache.
    public func page(sources: [String], top: Int, explain: (JSONValue) -> String) throws -> [UInt8] {
        MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
        let template = try MustacheTemplate(string: ReportPage.template)
        var values = PageValues()
        values["style"] = ReportPageStyle.text
        values["title"] = changes == nil ? "What these rules decide" : "What changes with these rules"
        values["summary"] = summary(sources)
        values.set("tiles", rows: tiles)
        values.set("notes", rows: notes.map { PageValues(["note": $0]) })
        values.set("legend", rows: Self.legend)
        values.set("kinds", rows: DecisionCounts.kinds.map { PageValues(["kind": $0.rawValue]) })
        if let changes { values.set("changes", rows: [changes.pageValues(names, explain)]) }
        addTime(to: &values)
        values.set("tables", rows: tables(top))
        addRules(to: &values)
        addBadLines(to: &values)
        values["foot"] =
            "Made by fingerpost replay. Codes, keys and mail addresses are masked. Rules now: \(names.hash)"
        return Array(template.render(values.entries).utf8)
    }

    private func summary(_ sources: [String]) -> String {
        var parts: [String] = []
        if let first = hours.rows.first, let last = hours.rows.last {
            let from = CELTimestamp(seconds: first.start)?.description ?? ""
            let to = CELTimestamp(seconds: last.start + hours.width)?.description ?? ""
            parts.append("\(from.prefix(16)) to \(to.prefix(16))".replacing("T", with: " ") + " UTC")
        }
        parts.append(sources.prefix(3).joined(separator: ", "))
        if sources.count > 3 { parts.append("and \(counted(sources.count - 3, "more log"))") }
        return parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private var tiles: [PageValues] {
        func tile(_ name: String, _ value: String, _ note: String) -> PageValues {
            PageValues(["name": name, "value": value, "note": note])
        }
        func share(_ kind: DecisionKind) -> String { Numbers.percent(decisions[0][kind.index], of: total) }
        func clicks(_ kind: DecisionKind) -> String { counted(decisions[0][kind.index], "click") }
        var tiles = [
            tile("Clicks", Numbers.short(total), "\(grouped(total)) of \(counted(counts.lines, "line"))")
        ]
        if let changes {
            tiles.append(
                tile(
                    "Changed", Numbers.percent(changes.changedCount, of: changes.comparedCount),
                    counted(changes.changedCount, "click")))
        }
        tiles.append(tile("Open the app", share(.appOpen), clicks(.appOpen)))
        tiles.append(tile("Go to a store", share(.storeInstall), clicks(.storeInstall)))
        let web = decisions[0][DecisionKind.webWidget.index] + decisions[0][DecisionKind.continueRedirect.index]
        tiles.append(tile("Stay on the web", Numbers.percent(web, of: total), counted(web, "click")))
        tiles.append(tile("Refused", share(.error), clicks(.error)))
        return tiles
    }

    private var notes: [String] {
        var notes: [String] = isPartial ? [Self.partialNote] : []
        if total == 0 { notes.append("No line of the log is a click that these rules decide about.") }
        if undecided > 0 {
            notes.append(
                "\(counted(undecided, "decision")) (\(Numbers.percent(undecided, of: total))) passed a rule that asks for "
                    + "something the log does not hold, such as the country: live traffic may be decided otherwise.")
        }
        if let hostHint { notes.append(hostHint) }
        if counts.faulty > 0 {
            notes.append("Lines that could not be read, and are not counted: \(Numbers.grouped(counts.faulty)).")
        }
        return notes
    }

    private static var legend: [PageValues] {
        DecisionCounts.kinds.map {
            PageValues([
                "kind": $0.rawValue,
                "key":
                    "<svg viewBox=\"0 0 1 1\" aria-hidden=\"true\"><rect class=\"d\($0.index)\" width=\"1\" height=\"1\"/></svg>",
            ])
        }
    }

    private func addTime(to values: inout PageValues) {
        let chart = TimeChart(hours, most: 96)
        guard chart.bars.count > 1 else { return }
        var time = PageValues(["unit": chart.unit, "chart": chart.svg])
        time.set(
            "bars",
            rows: chart.bars.map { bar in
                var row = PageValues(["label": bar.label])
                row.set("counts", rows: bar.decisions.map { PageValues(["count": Numbers.grouped($0)]) })
                return row
            })
        values.set("time", rows: [time])
    }

    private func tables(_ top: Int) -> [PageValues] {
        let tops = links.top(top).map { ReportRow(name: $0.link, count: $0.count, decisions: $0.decisions) }
        let rules = ruleRows.filter { $0.decided > 0 }.map { ReportRow(name: $0.rule, count: $0.decided) }
        let hung = ruleRows.filter { $0.undecided > 0 }.map { ReportRow(name: $0.rule, count: $0.undecided) }
        let approximately = links.isExact ? "" : "about "
        let moved =
            changes?.links.top(top).map { ReportRow(name: $0.link, count: $0.count, decisions: $0.decisions) } ?? []
        let pairs = changes?.ruleMoves(names) ?? []
        let tables = [
            table("Rule before → rule now", "Rules", pairs, top, intro: "Changed clicks only."),
            table("Links whose clicks change", "Link", moved, top, intro: "By the decision now."),
            table("Decisions", "Decision", ownColours(decisionRows), top),
            table("Platforms", "Platform", platformRows, top),
            table(
                "Top links", "Link", tops, top,
                intro: "\(approximately)\(Numbers.grouped(links.distinct)) different links. \(links.errorNote ?? "")"),
            siteRows.count > 1 ? table("Sites", "Site", siteRows, top) : nil,
            table("In-app browsers", "App", inAppRows, top),
            table("Bots", "Kind", botRows, top),
            table("Pages", "Page", pageRows.filter { $0.name != "redirect" }, top),
            table("Refused links", "Reason", refusedRows, top),
            table("Rules that decided", "Rule", rules, top),
            table("Rules that hung on something the log does not hold", "Rule", hung, top),
        ].compactMap { $0 }
        return Self.withOneLegend(tables)
    }

    /// The legend is shown with the first table only.
    private static func withOneLegend(_ tables: [PageValues]) -> [PageValues] {
        var tables = tables
        for index in tables.indices.filter({ tables[$0].entries["stacked"] as? Bool == true }).dropFirst() {
            tables[index].set("stacked", false)
        }
        return tables
    }

    /// Each decision in its own colour.
    private func ownColours(_ rows: [ReportRow]) -> [ReportRow] {
        rows.enumerated().map { index, row in
            var row = row
            row.decisions = rows.indices.map { $0 == index ? row.count : 0 }
            return row
        }
    }

    private func table(
        _ heading: String, _ column: String, _ rows: [ReportRow], _ top: Int, intro: String? = nil
    ) -> PageValues? {
        guard let longest = rows.map(\.count).max() else { return nil }
        var values = PageValues(["heading": heading, "column": column, "intro": intro])
        values.set("stacked", rows.contains { $0.decisions != nil } && heading != "Decisions")
        values.set(
            "rows",
            rows: rows.byCount.prefix(top).map { row in
                PageValues([
                    "name": row.name, "bar": StackedBar(row: row, longest: longest).svg,
                    "count": Numbers.grouped(row.count), "share": Numbers.percent(row.count, of: total),
                ])
            })
        if rows.count > top { values["more"] = "… and \(Numbers.grouped(rows.count - top)) more" }
        return values
    }

    private func addRules(to values: inout PageValues) {
        let never = ruleRows.filter { !$0.isMatched }.map(\.rule)
        guard !never.isEmpty, total > 0 else { return }
        var section = PageValues([
            "intro":
                "\(never.count) of \(counted(names.rules.count, "rule")) matched in 0 of \(counted(total, "click"))."
        ])
        section.set("rules", rows: never.prefix(200).map { PageValues(["rule": $0]) })
        if never.count > 200 { section["more"] = "… and \(Numbers.grouped(never.count - 200)) more" }
        values.set("never", rows: [section])
    }

    private func addBadLines(to values: inout PageValues) {
        let faults = zip(LineFault.allCases, badLines).filter { counts[$0.0] > 0 }
        guard !faults.isEmpty else { return }
        var section = PageValues()
        section.set(
            "faults",
            rows: faults.map { fault, samples in
                PageValues([
                    "fault": "\(Numbers.grouped(counts[fault])) × \(fault.message)",
                    "samples": HTMLText.block(samples.elements.map { "\($0.place): \($0.text)" }),
                ])
            })
        values.set("bad", rows: [section])
    }
}

extension HTMLText {
    /// Lines as a block of markup. A line end within one is shown as a blank.
    static func block(_ lines: [String]) -> String {
        lines.map(HTMLText().escapeText).joined(separator: "\n")
    }
}

extension PageValues {
    init(_ texts: [String: String?]) {
        self.init()
        for (name, text) in texts { self[name] = text }
    }
}
