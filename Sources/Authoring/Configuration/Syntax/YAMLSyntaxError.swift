import Yams

/// Rewords the errors of Yams and libyaml in this project's terms.
enum YAMLSyntaxError {
    static func report(_ error: any Error, to log: DiagnosticLog) {
        switch error as? YamlError {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            report(problem, context: context?.text, at: SourceMark(mark), to: log)
        case .duplicatedKeysInMapping(let keys, let context):
            let name = keys.first ?? ""
            log.syntaxError(
                at: SourceMark(context.mark), "the key `\(name)` appears twice", hint: "remove one of them",
                code: .duplicateKey)
        case .reader(_, let offset, _, let text):
            log.syntaxError(at: mark(of: offset ?? 0, in: text), "control characters are not allowed in YAML")
        case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded, nil:
            log.syntaxError(at: SourceMark(line: 1, column: 1), "not valid YAML")
        }
    }

    private static func report(_ problem: String, context: String?, at mark: SourceMark, to log: DiagnosticLog) {
        let line = log.file?.line(mark.line) ?? ""
        if line.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t") {
            return log.syntaxError(
                at: SourceMark(line: mark.line, column: 1), "YAML can't be indented with tabs", hint: "use spaces")
        }
        if problem.contains("another document") {
            return log.syntaxError(
                at: mark, "only one document per file is allowed", hint: "remove the `---` between them")
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

    /// Yams counts Characters here.
    private static func mark(of offset: Int, in text: String) -> SourceMark {
        let before = text.prefix(offset).unicodeScalars
        let line = before.count { $0 == "\n" } + 1
        let column = before.reversed().prefix { $0 != "\n" }.count + 1
        return SourceMark(line: line, column: column)
    }
}
