/// A report in JUnit's XML, as GitLab, Jenkins and others read it: a test case for each annotation and for each subject
/// without one.
struct JUnitReport {
    private let report: AnnotationReport

    init(_ report: AnnotationReport) { self.report = report }

    /// The whole document.
    var text: String {
        let count = report.annotations.count + report.passed.count
        let failures = report.annotations.count(where: report.fails)
        let numbers = #"name="fingerpost \#(report.command)" tests="\#(count)" failures="\#(failures)" errors="0""#
        let lines =
            [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites \(numbers)>", "  <testsuite \(numbers)>"]
            + report.annotations.flatMap(lines) + report.passed.map { "    <testcase \(Self.attributes(of: $0))/>" }
            + ["  </testsuite>", "</testsuites>"]
        return lines.joined(separator: "\n") + "\n"
    }

    private func lines(_ annotation: Annotation) -> [String] {
        let body = Self.escaped(annotation.text)
        let content =
            report.fails(annotation)
            ? #"<failure type="\#(Self.attribute(annotation.code))" message="\#(Self.attribute(annotation.message))">\#(body)</failure>"#
            : "<system-out>\(annotation.level.rawValue): \(body)</system-out>"
        return [
            "    <testcase \(Self.attributes(of: subject(of: annotation)))>", "      \(content)", "    </testcase>",
        ]
    }

    /// The subject of an annotation. Tools tell test cases apart by their names: a file's finding includes its place.
    private func subject(of annotation: Annotation) -> AnnotationSubject {
        if let subject = annotation.subject { return subject }
        var subject = AnnotationSubject(file: annotation.place?.file ?? report.directory)
        subject.line = annotation.place?.line ?? 1
        let place = annotation.place.map { ":\($0.line):\($0.column)" } ?? ""
        subject.name = "\(subject.file)\(place) \(annotation.code)"
        return subject
    }

    private static func attributes(of subject: AnnotationSubject) -> String {
        let names = #"classname="\#(attribute(subject.group))" name="\#(attribute(subject.name))""#
        return names + #" file="\#(attribute(subject.file))" line="\#(subject.line)""#
    }

    private static func attribute(_ text: String) -> String { escaped(text, isAttribute: true) }

    /// A value, scalar by scalar. Parsers replace line feeds in attributes by spaces, and XML 1.0 has no notation for most
    /// control characters.
    private static func escaped(_ text: String, isAttribute: Bool = false) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "\n": isAttribute ? "&#10;" : "\n"
            case "\t": isAttribute ? "&#9;" : "\t"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: String(scalar)
            }
        }.joined()
    }
}
