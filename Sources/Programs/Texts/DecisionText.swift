package import ByteText

/// Formats a decision as text: one line per fact, without empty ones.
package enum DecisionText {
    package static func text(of decision: JSONValue) -> String {
        lines(of: decision).map { $0.map(\.text).joined() }.joined(separator: "\n")
    }

    /// The lines of a decision, styled for a terminal with colors.
    package static func lines(of decision: JSONValue) -> [[StyledText]] {
        let fields = fields(of: decision)
        let width = fields.map(\.label.count).max() ?? 0
        return fields.map { label, value in
            [
                StyledText(label + String(repeating: " ", count: width - label.count + 2), .soft),
                StyledText(value, style(of: label, decision)),
            ]
        }
    }

    /// The style of a label's value.
    static func style(of label: String, _ decision: JSONValue) -> StyledText.Style {
        switch label {
        case "decision": decision["decision"]?.string == "error" ? .error : .good
        case "error": .error
        case "warnings", "undecided": .warning
        default: .plain
        }
    }

    /// The fields of a decision, in order.
    static func fields(of decision: JSONValue) -> [(label: String, value: String)] {
        var lines: [(label: String, value: String)] = []
        func add(_ label: String, _ value: String?) {
            if let value, !value.isEmpty { lines.append((label, value)) }
        }
        add("decision", decision["decision"]?.string)
        add("error", decision["error"].flatMap(errorText))
        add("target", decision["target"]?.string)
        if decision["location"] != decision["target"] { add("location", decision["location"]?.string) }
        add("page", decision["page"]?.string)
        add("status", decision["status"]?.number?.text)
        add("app", decision["app"].flatMap(appText))
        add("fallback", decision["fallback"].flatMap(fallbackText))
        add("rule", decision["rule"]?.string)
        if decision["error"]?.isNull ?? true { add("because", decision["reason"]?.string) }
        add("undecided", list(decision["undecided"]))
        add("warnings", list(decision["warnings"]))
        return lines
    }

    private static func errorText(_ error: JSONValue) -> String? {
        error["code"]?.string.map { "\($0): \(error["message"]?.string ?? "")" }
    }

    private static func appText(_ app: JSONValue) -> String? {
        guard let id = app["id"]?.string else { return nil }
        let minimum = app["minimum_version"]?.string.map { ", minimum \($0)" } ?? ""
        return "\(id) (\(app["platform"]?.string ?? ""), \(app["state"]?.string ?? "")\(minimum))"
    }

    private static func fallbackText(_ fallback: JSONValue) -> String? {
        fallback["decision"]?.string.map { "\($0) → \(fallback["target"]?.string ?? "")" }
    }

    private static func list(_ value: JSONValue?) -> String? {
        value?.array?.compactMap(\.string).joined(separator: ", ")
    }
}
