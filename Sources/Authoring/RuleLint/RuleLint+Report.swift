import ByteText
import Configuration
import Expressions
import Routing
import Rules

/// Reports findings.
extension RuleLint {
    /// Reports a finding about a rule, at the rule's place.
    mutating func report(
        _ code: FileDiagnostic.Code, _ rule: LintRule, _ message: String, hint: String? = nil,
        example: RequestDraft? = nil, _ severity: FileDiagnostic.Severity = .warning
    ) {
        report(code, at: loaded.locations[rule.id], path: rule.id, message, hint: hint, example: example, severity)
    }

    mutating func report(
        _ code: FileDiagnostic.Code, at location: SourceLocation?, path: String, _ message: String,
        hint: String? = nil, example: RequestDraft? = nil, _ severity: FileDiagnostic.Severity = .warning
    ) {
        let line = location.flatMap { loaded.sources[$0.file]?.line($0.line) }
        let width = location.flatMap { location in line.map { Self.width(of: $0, from: location.column) } } ?? 1
        findings.append(
            FileDiagnostic(
                severity, code, message, at: location, path: path, sourceLine: line, width: width, hint: hint,
                example: example?.json.text))
    }

    /// The width of the word or key-value pair that starts at a column.
    private static func width(of line: String, from column: Int) -> Int {
        let rest = Array(line.unicodeScalars.dropFirst(column - 1))
        let quote = rest.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
        if let quote { return (rest.dropFirst().firstIndex(of: quote) ?? rest.count - 1) + 1 }
        let isPair = String(String.UnicodeScalarView(rest)).hasPrefix("name:")
        let end = rest.firstIndex { isPair ? $0 == "#" : " ,:]}".unicodeScalars.contains($0) } ?? rest.count
        var width = end
        while width > 1, rest[width - 1] == " " { width -= 1 }
        return max(1, width)
    }

    /// The sort key of findings: file and line, with those without a location last.
    func order(_ finding: FileDiagnostic) -> (Int, Int, Int, String) {
        guard let location = finding.location else { return (Int.max, 0, 0, finding.message) }
        let file = loaded.files.firstIndex { location.file.hasSuffix($0) } ?? Int.max
        return (file, location.line, location.column, finding.message)
    }

    /// ` (by reasoning)`, if no request demonstrates the finding.
    static func grounds(_ example: RequestDraft?) -> String {
        example == nil ? " (by reasoning)" : ""
    }
}
