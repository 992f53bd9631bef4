/// A report as workflow commands of GitHub Actions, which show annotations at their lines in a pull request.
enum WorkflowCommands {
    /// A line for each annotation.
    static func text(of report: AnnotationReport) -> String {
        report.annotations.map { line($0) + "\n" }.joined()
    }

    private static func line(_ annotation: Annotation) -> String {
        let name = annotation.level == .note ? "notice" : annotation.level.rawValue
        var properties: [(name: String, value: String)] = []
        if let place = annotation.place {
            properties = [
                ("file", place.file), ("line", String(place.line)), ("endLine", String(place.line)),
                ("col", String(place.column)), ("endColumn", String(place.column + place.width)),
            ]
        }
        properties.append(("title", annotation.code))
        let list = properties.map { "\($0.name)=\(escaped($0.value, isProperty: true))" }.joined(separator: ",")
        return "::\(name) \(list)::\(escaped(annotation.text))"
    }

    /// A value, scalar by scalar: a line feed would end the command, and begin another.
    private static func escaped(_ text: String, isProperty: Bool = false) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "%": "%25"
            case "\r": "%0D"
            case "\n": "%0A"
            case ":" where isProperty: "%3A"
            case "," where isProperty: "%2C"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": "\u{FFFD}"
            default: String(scalar)
            }
        }.joined()
    }
}
