import ByteText

/// The result of `check` or `test` for review tools: the annotations, and the subjects without any.
package struct AnnotationReport: Sendable {
    /// The command, which separates its results from those of other commands: `check` or `test`.
    package let command: String
    /// The program's version.
    package let version: String
    /// The rules directory, the place of annotations without one.
    package let directory: String
    /// Whether warnings fail, too.
    package var isStrict = false
    /// The annotations, in order.
    package var annotations: [Annotation] = []
    /// The subjects without annotations.
    package var passed: [AnnotationSubject] = []

    /// A report without annotations.
    package init(command: String, version: String, directory: String) {
        (self.command, self.version, self.directory) = (command, version, directory)
    }

    /// Whether an annotation is a failure rather than a remark.
    func fails(_ annotation: Annotation) -> Bool {
        annotation.level == .error || isStrict && annotation.level == .warning
    }

    /// The report in a format.
    package func bytes(in format: AnnotationFormat) -> [UInt8] {
        let text =
            switch format {
            case .sarif: SARIFLog(self).json.text + "\n"
            case .github: WorkflowCommands.text(of: self)
            case .junit: JUnitReport(self).text
            }
        return Array(text.utf8)
    }
}

/// A format that review tools read.
package enum AnnotationFormat: String, Sendable, CaseIterable {
    /// The Static Analysis Results Interchange Format 2.1.0, one JSON document.
    case sarif
    /// Workflow commands of GitHub Actions, a line for each annotation.
    case github
    /// JUnit's XML.
    case junit
}
