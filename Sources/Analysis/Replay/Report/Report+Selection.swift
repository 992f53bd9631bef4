import ByteText
import Expressions

extension SelectedLines {
    /// The selection as a sentence; `nil` for all lines.
    var text: String? {
        let parts = [
            since.map { "since \(Timestamp.text($0))" }, until.map { "until \(Timestamp.text($0))" },
            condition.map { "where \($0)" },
        ].compactMap(\.self)
        return parts.isEmpty ? nil : "only lines \(parts.joined(separator: ", "))"
    }
}

extension ReplaySums {
    /// The selection, and why lines were left out; empty for all lines.
    var selectionLines: [String] {
        let reasons = omittedRows.map { "\($0.name) \(Numbers.grouped($0.count))" }
        return [selection.text].compactMap(\.self)
            + (reasons.isEmpty ? [] : ["left out: \(reasons.joined(separator: ", "))"])
    }

    /// A warning if lines were left out because the condition could not be evaluated.
    var conditionHint: String? {
        let count = counts[.unknown]
        guard count > 0 else { return nil }
        return
            "\(counted(count, "line")) \(count == 1 ? "is" : "are") left out because --where tests for something that "
            + "\(count == 1 ? "it does" : "they do") not contain."
    }
}

extension JSONWriter {
    /// Writes null for all lines.
    mutating func write(_ selection: SelectedLines) {
        guard selection != SelectedLines() else { return null() }
        beginObject()
        member("where", optional: selection.condition)
        member("since", optional: selection.since.flatMap { CELTimestamp(seconds: $0)?.description })
        member("until", optional: selection.until.flatMap { CELTimestamp(seconds: $0)?.description })
        endObject()
    }
}
