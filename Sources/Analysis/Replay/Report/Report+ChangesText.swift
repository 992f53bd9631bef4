import ByteText
import Routing

extension ChangeSums {
    /// Adds the changes to a terminal report.
    func add(to text: inout ReportText, _ now: RuleSetNames, top: Int, explain: (JSONValue) -> String) {
        guard changedCount > 0 else { return }
        addAllowed(to: &text)
        text.heading("Decision before → decision now")
        text.table(moves, of: comparedCount)
        text.heading("Differences")
        text.table(ReplaySums.rows(DecisionDifference.names, differences).byCount, of: comparedCount)
        addRules(to: &text, now, top: top)
        text.heading("Links whose clicks change: \(Numbers.grouped(links.distinct))")
        text.table(links.top(top).map { ReportRow(name: $0.link, count: $0.count) }, of: comparedCount)
        if let note = links.errorNote { text.paragraph(note, .soft) }
        addSamples(to: &text, explain)
    }

    /// Adds the result of the comparison, with which a terminal report ends: the lines that remain in view.
    func addVerdict(to text: inout ReportText, _ now: RuleSetNames) {
        text.heading("Compared with \(before == now ? "the same rules" : before.title)")
        text.paragraph(changedCount == 0 ? nothingChanges : changedSentence, .heading)
        if let otherRuleSentence { text.paragraph(otherRuleSentence, .soft) }
        let isExpected = unexpectedCount == 0
        if !allowed.entries.isEmpty, changedCount > 0 {
            text.paragraph(
                isExpected
                    ? "All changes are expected." : "Not expected: \(counted(unexpectedCount, "changed click")).",
                isExpected ? .plain : .warning)
        }
        text.paragraph("Exit code with --fail-on-change: \(isExpected ? 0 : 1)")
    }

    /// The sentence for a comparison without changes.
    var nothingChanges: String {
        comparedCount == 1
            ? "Nothing: the one click gets the same response."
            : "Nothing: all \(counted(comparedCount, "click")) get the same response."
    }

    /// The sentence with the number of changed responses.
    var changedSentence: String {
        "\(grouped(changedCount)) of \(counted(comparedCount, "click")) "
            + "(\(Numbers.percent(changedCount, of: comparedCount))) \(changedCount == 1 ? "gets" : "get") a different response."
    }

    /// The sentence with the number of clicks that another rule decides with the same response; `nil` if there are
    /// none.
    var otherRuleSentence: String? {
        guard otherRule > 0 else { return nil }
        return "\(counted(otherRule, "click")) \(otherRule == 1 ? "gets" : "get") the same response from another rule."
    }

    /// The changed cells of the matrix, by descending count. On the diagonal, the address or page differs.
    var moves: [ReportRow] {
        let kinds = DecisionCounts.kinds
        var rows: [ReportRow] = []
        for before in kinds {
            for (now, count) in zip(kinds, changed[before.index]) where count > 0 {
                let name = before == now ? "\(now.rawValue), differently" : "\(before.rawValue) → \(now.rawValue)"
                rows.append(ReportRow(name: name, count: count))
            }
        }
        return rows.byCount
    }

    private func addAllowed(to text: inout ReportText) {
        guard !allowed.entries.isEmpty else { return }
        text.heading("Expected changes")
        for (index, entry) in allowed.entries.enumerated() {
            let verdict = isExceeded(index) ? "  more than expected" : expected[index] == 0 ? "  did not occur" : ""
            text.add(
                StyledText("line \(entry.line): \(ReportText.cut(entry.text, max(8, text.width - 40)))  "),
                StyledText(Numbers.grouped(expected[index])), StyledText(verdict, .warning))
        }
    }

    private func addRules(to text: inout ReportText, _ now: RuleSetNames, top: Int) {
        text.heading("Rule before → rule now")
        guard pairs.counts != nil else {
            return text.paragraph("More than \(Numbers.grouped(RulePairs.limit)) pairs of rules.", .soft)
        }
        text.table(ruleMoves(now), of: comparedCount, limit: top)
    }

    private func addSamples(to text: inout ReportText, _ explain: (JSONValue) -> String) {
        text.heading("Samples")
        for sample in allSamples {
            text.add(StyledText("\(sample.place)  "), StyledText(sample.differences.joined(separator: ", "), .warning))
            text.add(StyledText("  " + sample.link))
            if let agent = sample.userAgent { text.add(StyledText("  " + agent, .soft)) }
            add("before", sample.before, to: &text, explain)
            add("now", sample.now, to: &text, explain)
            text.add()
        }
    }

    private func add(
        _ name: String, _ side: ChangeSample.Side, to text: inout ReportText, _ explain: (JSONValue) -> String
    ) {
        text.add(StyledText("  \(name)", .heading))
        for line in explain(side.explanation).split(separator: "\n", omittingEmptySubsequences: false) {
            text.add(StyledText("    " + line))
        }
    }
}

extension ChangeSample.Side {
    /// The explanation in the format of `explain --json`.
    var explanation: JSONValue { ["decision": decision, "rules": rules] }
}
