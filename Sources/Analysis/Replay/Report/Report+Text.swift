public import ByteText
import Expressions
import LogFormats
import Routing

extension ReplaySums {
    /// The report for a terminal.
    ///
    /// - Parameters:
    ///   - width: The number of columns of the terminal.
    ///   - top: The maximum number of links, rules and so on in a list.
    ///   - explain: Converts an explanation from JSON to text.
    public func text(width: Int, top: Int, explain: (JSONValue) -> String) -> ReportText {
        var text = ReportText(width: width)
        if isPartial { text.paragraph(Self.partialNote, .warning) }
        addHead(to: &text)
        guard counts.lines > 0 else { return text }
        changes?.add(to: &text, names, top: top, explain: explain)
        if total > 0 {
            addDecisions(to: &text, top: top)
            addRules(to: &text, top: top)
        }
        addLogged(to: &text)
        shadow.add(to: &text, top: top)
        addBadLines(to: &text)
        changes?.addVerdict(to: &text, names)
        return text
    }

    static let partialNote = "The replay was interrupted: the logs were not read to the end."

    private func addHead(to text: inout ReportText) {
        guard counts.lines > 0 else { return text.paragraph("The log has no lines.") }
        text.paragraph(
            "\(counted(counts.lines, "line")): \(Numbers.grouped(counts.decided)) decided, "
                + "\(Numbers.grouped(counts.bypassed.reduce(0, +))) not clicks, \(Numbers.grouped(counts.faulty)) unreadable"
                + (selection.text == nil && omittedRows.isEmpty
                    ? "" : ", \(Numbers.grouped(counts.omitted.reduce(0, +))) left out"),
            .heading)
        for line in selectionLines { text.paragraph(line) }
        text.paragraph(
            "\(names.title): \(counted(names.rules.count, "rule")), sites: \(names.sites.count)", .soft
        )
        for line in [formatLine].compactMap(\.self) + unreadLines { text.paragraph(line, .soft) }
        for warning in formatWarnings { text.paragraph(warning, .warning) }
        if undecided > 0 {
            text.paragraph(
                "\(counted(undecided, "decision")) (\(Numbers.percent(undecided, of: total))) skipped a rule that tests for "
                    + "something the log does not contain.", .warning)
        }
        for hint in [hostHint, conditionHint].compactMap(\.self) { text.paragraph(hint, .warning) }
        let bypassed = bypassRows.map { "\($0.name) \(Numbers.grouped($0.count))" }.joined(separator: ", ")
        if !bypassed.isEmpty { text.paragraph("not clicks: \(bypassed)", .soft) }
    }

    /// The remedy if lines were skipped because their host is unknown.
    var hostHint: String? {
        let count = counts[.unknownHost]
        guard count > 0 else { return nil }
        return
            "\(counted(count, "line")) \(count == 1 ? "does" : "do") not name the requested host: set it with --host."
    }

    private func addDecisions(to text: inout ReportText, top: Int) {
        text.heading("Decisions")
        text.table(decisionRows, of: total)
        if siteRows.count > 1 { add("Sites", siteRows, to: &text, top) }
        add("Platforms", platformRows, to: &text, top)
        add("In-app browsers", inAppRows, to: &text, top)
        add("Browsers", browserRows.summarized(to: top), to: &text)
        add("Countries", countryRows.summarized(to: top), to: &text)
        add("Referrers", referrerRows(top: top), to: &text)
        add("Bots", botRows, to: &text, top)
        add("Pages", pageRows.filter { $0.name != "redirect" }, to: &text, top)
        addLinks(to: &text, top: top)
        add("Refused", refusedRows, to: &text, top)
        add("Warnings", warningRows, to: &text, top)
        addTime(to: &text)
        week.add(to: &text, of: total)
    }

    private func add(_ title: String, _ rows: [ReportRow], to text: inout ReportText, _ top: Int = .max) {
        guard !rows.isEmpty else { return }
        text.heading(title)
        text.table(rows.byCount, of: total, limit: top)
    }

    private func addLinks(to text: inout ReportText, top: Int) {
        text.heading("Links: \(links.isExact ? "" : "about ")\(Numbers.grouped(links.distinct)) distinct")
        text.table(links.top(top).map { ReportRow(name: $0.link, count: $0.count) }, of: total)
        if let note = links.errorNote { text.paragraph(note, .soft) }
    }

    private func addTime(to text: inout ReportText) {
        let chart = TimeChart(hours, most: 24)
        guard chart.bars.count > 1 else { return }
        text.heading("Over time (\(chart.unit), UTC)")
        text.table(chart.bars.map { ReportRow(name: $0.label, count: $0.total) }, of: total)
    }

    private func addRules(to text: inout ReportText, top: Int) {
        let matched = ruleRows.filter { $0.decided > 0 }.map { ReportRow(name: $0.rule, count: $0.decided) }
        add("Rules that decided", matched, to: &text, top)
        let hung = ruleRows.filter { $0.undecided > 0 }.map { ReportRow(name: $0.rule, count: $0.undecided) }
        add("Rules undecided for lack of data in the log", hung, to: &text, top)
        let never = ruleRows.filter { !$0.isMatched }.map(\.rule)
        guard !never.isEmpty else { return }
        text.heading("Rules that matched in 0 of \(counted(total, "click"))")
        text.list(never, limit: max(top, 10))
    }

    private func addLogged(to text: inout ReportText) {
        guard logged.compared > 0 else { return }
        text.heading("Compared with the logged responses")
        let status = logged.sameStatus + logged.otherStatus
        if status > 0 {
            text.paragraph(
                "status: the same for \(Numbers.grouped(logged.sameStatus)) "
                    + "(\(Numbers.percent(logged.sameStatus, of: status))), different for \(Numbers.grouped(logged.otherStatus))"
            )
        }
        let location = logged.sameLocation + logged.otherLocation
        if location > 0 {
            text.paragraph(
                "location: the same for \(Numbers.grouped(logged.sameLocation)) "
                    + "(\(Numbers.percent(logged.sameLocation, of: location))), different for "
                    + Numbers.grouped(logged.otherLocation))
        }
        for sample in logged.samples.elements.prefix(5) {
            let place = "  \(sample.place)  "
            // The link may be cut off at the end of the line; the difference may not.
            let difference = ReportText.shortened(sample.difference, text.width - place.count)
            text.add(StyledText("\(place)\(difference)  \(sample.link)", .soft))
        }
    }

    private func addBadLines(to text: inout ReportText) {
        guard counts.faulty > 0 else { return }
        text.heading("Lines that could not be read: \(Numbers.grouped(counts.faulty))")
        for (fault, samples) in zip(LineFault.allCases, badLines) where counts[fault] > 0 {
            text.paragraph("\(Numbers.grouped(counts[fault])) × \(fault.message)", .warning)
            for sample in samples.elements {
                text.add(StyledText("  \(sample.place): \(sample.text)", .soft))
            }
        }
    }
}

extension LoggedAnswers {
    var compared: Int { sameStatus + otherStatus + sameLocation + otherLocation }
}

extension LoggedAnswers.Sample {
    /// The response then and now.
    var difference: String {
        if let loggedStatus, loggedStatus != status { return "\(loggedStatus) → \(status)" }
        return "\(loggedLocation ?? "nowhere") → \(location ?? "nowhere")"
    }
}

extension LinkCounts {
    /// A note on estimated counts.
    var errorNote: String? {
        guard !isExact else { return nil }
        let error = Numbers.grouped(Int((CountMinSketch.error * Double(total)).rounded(.up)))
        return
            "More than \(Numbers.grouped(Self.exactLimit)) distinct links: counts come from a Count-Min sketch, never too "
            + "low and, for 98 in 100 links, too high by at most \(error); their number is a HyperLogLog estimate, ±1.6 %."
    }
}
