package import ByteText

/// Formats the progress of a test of a link on a phone, and its result.
package struct LabProgressText {
    private let test: JSONValue
    private let last: JSONValue?

    /// - Parameters:
    ///   - test: The state of the test, as the daemon reports it.
    ///   - last: The state that was printed before.
    package init(_ test: JSONValue, since last: JSONValue?) { (self.test, self.last) = (test, last) }

    /// The new results, one line each.
    package var lines: [[StyledText]] {
        var lines: [[StyledText]] = []
        if let fault = test["fault"]?.string, last?["fault"] != test["fault"] {
            lines.append([StyledText(fault, .warning)])
        }
        if let summary = test["evidence"]?["summary"]?.string, last?["evidence"]?.isNull != false {
            lines.append([StyledText(summary, .soft)])
        }
        let known = last?["taps"]?.array ?? []
        for tap in test["taps"]?.array ?? [] {
            let before = known.first { $0["tap"] == tap["tap"] }
            guard let result = tap["result"], !result.isNull, before?["result"] != result else { continue }
            lines.append(Self.line(tap, result))
        }
        return lines
    }

    /// The result, with recommendations.
    package var summary: [[StyledText]] {
        var lines: [[StyledText]] = [[], [StyledText(test["evidence"]?["summary"]?.string ?? "", .heading)]]
        for tap in test["taps"]?.array ?? [] {
            if let result = tap["result"], result["fits"]?.bool == false { lines.append(Self.line(tap, result)) }
        }
        for advice in test["advice"]?.array ?? [] { lines.append([StyledText("  \(advice.string ?? "")")]) }
        return lines
    }

    private static func line(_ tap: JSONValue, _ result: JSONValue) -> [StyledText] {
        let title = tap["title"]?.string ?? ""
        let observed = result["observed"]?.string ?? ""
        let predicted = (tap["predicted"]?.array ?? []).compactMap(\.string).joined(separator: " or ")
        let seen = (result["seen"]?.array ?? []).compactMap(\.string).joined(separator: ", ")
        let requests = seen.isEmpty ? "  no request" : "  \(seen)"
        guard result["fits"]?.bool == false else {
            return [StyledText("  ✓ \(title): \(observed)"), StyledText(requests, .soft)]
        }
        let causes = (tap["causes"]?.array ?? []).compactMap(\.string).joined(separator: ", or ")
        return [
            StyledText("  ✗ \(title): \(observed), not \(predicted)", .warning), StyledText(requests, .soft),
            StyledText(causes.isEmpty ? "" : "  perhaps \(causes)"),
        ]
    }
}
