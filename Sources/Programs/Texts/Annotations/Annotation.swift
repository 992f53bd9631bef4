package import Configuration
import Links
package import Rules

/// A message at a place of the rules, for the tools that show findings in reviews.
///
/// Contains no secrets: all texts are masked.
package struct Annotation: Sendable {
    /// The severity of an annotation, in the words of SARIF.
    package enum Level: String, Sendable {
        case error, warning, note
    }

    /// A place in a file.
    package struct Place: Sendable, Equatable {
        /// The file's path as printed, without a leading `./`, which no review tool resolves.
        package var file: String
        /// The line, from 1.
        package var line: Int
        /// The column in Unicode scalars, from 1.
        package var column: Int
        /// The number of Unicode scalars; at least 1.
        package var width: Int

        /// A place. Numbers below 1 are raised to 1.
        package init(_ location: SourceLocation, width: Int = 1) {
            var file = location.file[...]
            while file.hasPrefix("./") { file = file.dropFirst(2) }
            self.file = String(file)
            (line, column, self.width) = (max(1, location.line), max(1, location.column), max(1, width))
        }
    }

    /// The severity.
    package var level: Level
    /// The kind of finding: a stable name.
    package var code: String
    /// The place; `nil` for the rules directory as a whole.
    package var place: Place?
    /// The case that failed; `nil` for a finding about a file.
    package var subject: AnnotationSubject?
    /// The problem.
    package var message: String
    /// Further lines: hints, examples, the explanation of a decision.
    package var details: [String]

    /// The complete text.
    package var text: String { ([message] + details).joined(separator: "\n") }
}

extension Annotation {
    /// A finding of `check`.
    package init(_ diagnostic: FileDiagnostic) {
        let message = diagnostic.expected.map { "\(diagnostic.message); expected \($0)" } ?? diagnostic.message
        let isPlaced = diagnostic.location != nil || diagnostic.path.isEmpty
        self.init(
            level: Level(diagnostic.severity), code: diagnostic.code.rawValue,
            place: diagnostic.location.map { Place($0, width: diagnostic.width) },
            message: Masking.masked(isPlaced ? message : "\(diagnostic.path): \(message)"),
            details: [
                diagnostic.hint.map { "hint: \(Masking.masked($0))" },
                diagnostic.example.map { "example: \(Masking.masked($0))" },
            ].compactMap(\.self))
    }

    /// A failed case.
    ///
    /// - Parameter explanation: The lines of the decision's explanation.
    package init(_ failure: CaseRunner.Failure, explanation: [String]) {
        self.init(
            level: .error, code: "failed-case", place: Place(failure.ruleCase.location),
            subject: AnnotationSubject(failure.ruleCase), message: Masking.masked("\(failure.ruleCase.id) failed"),
            details: (failure.mismatches + explanation).map { Masking.masked($0) })
    }
}

extension Annotation.Level {
    /// The level of a diagnostic's severity.
    init(_ severity: FileDiagnostic.Severity) {
        switch severity {
        case .error: self = .error
        case .warning: self = .warning
        case .note: self = .note
        }
    }
}
