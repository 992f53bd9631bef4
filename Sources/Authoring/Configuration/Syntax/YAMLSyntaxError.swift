import ByteText
import YAML

/// Rephrases libyaml's errors in this project's terms.
enum YAMLSyntaxError {
    static func report(_ fault: YAMLFault, in text: Span<UInt8>, to log: DiagnosticLog) {
        switch fault.kind {
        case .syntax:
            let mark = SourceMark(line: fault.line, column: fault.column)
            report(fault.problem, context: fault.context, at: mark, to: log)
        case .character:
            log.syntaxError(at: mark(of: fault.offset, in: text), "control characters are not allowed in YAML")
        case .memory: log.syntaxError(at: SourceMark(line: 1, column: 1), fault.problem)
        }
    }

    private static func report(_ problem: String, context: String?, at mark: SourceMark, to log: DiagnosticLog) {
        let line = log.file?.line(mark.line) ?? ""
        if line.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t") {
            return log.syntaxError(
                at: SourceMark(line: mark.line, column: 1), "YAML can't be indented with tabs", hint: "use spaces")
        }
        let place = (context?.trimmed).map { $0.isEmpty ? "" : ", \($0)" } ?? ""
        log.syntaxError(at: mark, "not valid YAML: \(problem)\(place)", hint: hint(for: problem, line))
    }

    private static func hint(for problem: String, _ line: String) -> String? {
        if problem.contains("mapping values are not allowed") {
            return "text that contains a colon followed by a space needs quotes"
        }
        if problem.contains("cannot start any token") || problem.contains("found unknown escape") {
            return "put text with special characters in single quotes"
        }
        if problem.contains("undefined alias") { return "text that begins with `*` needs quotes" }
        return nil
    }

    private static func mark(of offset: Int, in text: Span<UInt8>) -> SourceMark {
        var mark = SourceMark(line: 1, column: 1)
        for index in 0..<min(offset, text.count) {
            if text[index] == 0x0A {
                mark = SourceMark(line: mark.line + 1, column: 1)
            } else if text[index] & 0xC0 != 0x80 {
                mark.column += 1
            }
        }
        return mark
    }
}
