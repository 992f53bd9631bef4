import Configuration
import Links
package import Rules

/// Something that was checked: a file, or a case.
package struct AnnotationSubject: Sendable, Equatable {
    /// The file that contains it, as printed, without a leading `./`.
    package var file: String
    /// The line at which it begins, from 1.
    package var line: Int
    /// The subject's name within its group.
    package var name: String
    /// The common name of the subjects that belong together: the case file without its suffix.
    package var group: String

    /// A file as a whole.
    package init(file: String) {
        self.file = Annotation.Place(SourceLocation(file: file, line: 1, column: 1)).file
        (line, name, group) = (1, self.file, "files")
    }

    /// A case.
    package init(_ ruleCase: RuleCase) {
        let place = Annotation.Place(ruleCase.location)
        (file, line) = (place.file, place.line)
        name = Masking.masked(ruleCase.name)
        group = String(ruleCase.id.dropLast(ruleCase.name.count + 1))
    }
}
