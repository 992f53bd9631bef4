import ByteText

extension ReplaySums {
    /// The report as a summary of at most 60 lines in GitHub's Markdown, for a comment in a review.
    ///
    /// Text from clients appears only in code spans, in which it can't be a link, a mention or markup.
    ///
    /// - Parameter top: The maximum number of rows in a table, at most eight.
    public func markdown(top: Int) -> String {
        var text = MarkdownText(rows: min(top, 8))
        text.heading(changes?.headline ?? "Replay of \(counted(total, "click"))")
        text.paragraph(
            "\(counted(counts.lines, "line")): \(Numbers.grouped(counts.decided)) decided, "
                + "\(Numbers.grouped(counts.bypassed.reduce(0, +))) not clicks, \(Numbers.grouped(counts.faulty)) unreadable. "
                + (changes.map { "Rules `\($0.before.hash.prefix(19))` → " } ?? "Rules ")
                + "`\(names.hash.prefix(19))`.")
        for warning in markdownWarnings { text.paragraph("**Note:** \(warning)") }
        if let changes {
            changes.add(to: &text, names)
        } else {
            text.table("Decision", decisionRows.filter { $0.count > 0 }.byCount, of: total)
            let deciding = ruleRows.filter { $0.decided > 0 }.map { ReportRow(name: $0.rule, count: $0.decided) }
            text.table("Rule", deciding.byCount, of: total)
        }
        return text.text
    }

    /// The warnings that restrict the result.
    private var markdownWarnings: [String] {
        [
            isPartial ? Self.partialNote : nil, hostHint,
            undecided > 0
                ? "\(counted(undecided, "decision")) (\(Numbers.percent(undecided, of: total))) skipped a rule that tests for "
                    + "something the log does not contain." : nil,
        ].compactMap(\.self)
    }
}

extension ChangeSums {
    /// The result in one sentence.
    fileprivate var headline: String { changedCount == 0 ? nothingChanges : changedSentence }

    fileprivate func add(to text: inout MarkdownText, _ now: RuleSetNames) {
        if let otherRuleSentence { text.paragraph(otherRuleSentence) }
        guard changedCount > 0 else { return }
        if !allowed.entries.isEmpty {
            text.paragraph(
                unexpectedCount == 0
                    ? "All changes are expected."
                    : "**Not expected: \(counted(unexpectedCount, "changed click")).**")
        }
        text.table("Decision before → now", moves, of: comparedCount)
        text.table("Rule before → now", ruleMoves(now), of: comparedCount)
        text.table("Link", links.top(5).map { ReportRow(name: $0.link, count: $0.count) }, of: comparedCount)
        text.list("Samples", allSamples.prefix(5).map { ($0.link, $0.differences.joined(separator: ", ")) })
    }
}
