package import ByteText
import Links

/// Formats an explanation: every rule in order, the tests of near misses, then the decision. Codes, keys and mail
/// addresses are masked, since explanations are often pasted in public places. `resolve` shows the target unmasked.
package enum ExplanationText {
    package static func text(of explanation: JSONValue) -> String {
        let rules = explanation["rules"]?.array ?? []
        let width = rules.compactMap { $0["rule"]?.string?.count }.max() ?? 0
        let lines = rules.flatMap { Self.lines(of: $0, width: width) }
        let decision = explanation["decision"].map(DecisionText.text) ?? ""
        // Facts are already masked, and masks are left unchanged.
        return Masking.masked((lines + (lines.isEmpty ? [] : [""]) + [decision]).joined(separator: "\n"))
    }

    /// The explanation without rules that did not match, for a failed case.
    package static func brief(of explanation: JSONValue) -> String {
        let rules = (explanation["rules"]?.array ?? []).filter { rule in
            let result = rule["result"]?.string
            return result != "no" && result != "late"
        }
        let width = rules.compactMap { $0["rule"]?.string?.count }.max() ?? 0
        let decision = explanation["decision"].map(DecisionText.text) ?? ""
        return (rules.flatMap { Self.lines(of: $0, width: width) } + [decision]).joined(separator: "\n")
    }

    /// A rule that does not match is shown with the test that failed, any other rule with all of its tests.
    private static func lines(of rule: JSONValue, width: Int) -> [String] {
        let name = rule["rule"]?.string ?? ""
        let result = rule["result"]?.string ?? ""
        let tests = (rule["tests"]?.array ?? []).map(line)
        let head = name + String(repeating: " ", count: width - name.count + 2) + result
        switch result {
        case "no": return [head + (tests.last.map { "  \($0)" } ?? "")]
        case "late": return ["\(head)  would match, but an earlier rule has decided"]
        default:
            let unknown = (rule["unknown"]?.array ?? []).compactMap(\.string).joined(separator: ", ")
            let first = unknown.isEmpty ? head : "\(head)  unknown: \(unknown)"
            return [first] + (tests + source(of: rule, result)).map { "    \($0)" }
        }
    }

    /// The document that a matching rule follows, if it names one.
    private static func source(of rule: JSONValue, _ result: String) -> [String] {
        guard result == "decides" || result == "sets", let source = rule["source"]?.string else { return [] }
        return ["source: \(onOneLine(source))"]
    }

    private static func onOneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func line(of test: JSONValue) -> String {
        let facts = (test["facts"]?.object?.members ?? []).map { "\($0.name) = \($0.value.string ?? "")" }
        let error = test["error"]?.string.map { " [\($0)]" } ?? ""
        let verdict = test["verdict"]?.string ?? ""
        let source = onOneLine(test["test"]?.string ?? "")
        return "\(verdict): \(source)  {\(facts.joined(separator: ", "))}\(error)"
    }
}
