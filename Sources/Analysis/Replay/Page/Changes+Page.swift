import ByteText
import Markup
import Routing

extension ChangeSums {
    /// The values of the page's section on changes.
    func pageValues(_ now: RuleSetNames, _ explain: (JSONValue) -> String) -> PageValues {
        var values = PageValues()
        values["sentence"] = changedCount == 0 ? nothingChanges : changedSentence
        values["detail"] = details(now).joined(separator: " ")
        values.set("matrix", rows: changedCount == 0 ? [] : [matrixValues])
        values.set("expected", rows: allowed.entries.isEmpty ? [] : [entryValues])
        let list = allSamples.map { sample in
            PageValues([
                "place": sample.place.description, "what": sample.differences.joined(separator: ", "),
                "link": sample.link, "agent": sample.userAgent,
                "before": Self.block(explain(sample.before.explanation)),
                "now": Self.block(explain(sample.now.explanation)),
            ])
        }
        var samples = PageValues()
        samples.set("list", rows: list)
        values.set("samples", rows: list.isEmpty ? [] : [samples])
        return values
    }

    private static func block(_ text: String) -> String {
        HTMLText.block(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }

    private func details(_ now: RuleSetNames) -> [String] {
        var details = [before == now ? "Compared with the same rules." : "Compared with rules \(before.hash)."]
        if let otherRuleSentence { details.append(otherRuleSentence) }
        guard !allowed.entries.isEmpty, changedCount > 0 else { return details }
        let isExpected = unexpectedCount == 0
        details.append(
            isExpected ? "All changes are expected." : "Not expected: \(counted(unexpectedCount, "click")).")
        return details
    }

    /// The matrix; its diagonal contains the clicks whose decision is unchanged.
    private var matrixValues: PageValues {
        var values = PageValues()
        values.set(
            "lines",
            rows: DecisionCounts.kinds.map { before in
                var line = PageValues(["kind": before.rawValue])
                line.set(
                    "cells",
                    rows: DecisionCounts.kinds.map { now in
                        let count = matrix[before.index][now.index]
                        return PageValues([
                            "count": Numbers.grouped(count), "class": before == now || count == 0 ? "same" : "hot",
                        ])
                    })
                return line
            })
        return values
    }

    private var entryValues: PageValues {
        var values = PageValues()
        values.set(
            "entries",
            rows: allowed.entries.enumerated().map { index, entry in
                PageValues([
                    "line": String(entry.line), "entry": entry.text, "count": Numbers.grouped(expected[index]),
                    "verdict": isExceeded(index) ? "more than expected" : expected[index] == 0 ? "did not occur" : nil,
                ])
            })
        return values
    }
}
