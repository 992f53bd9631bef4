import ArgumentParser
import Help
import Terminal
import Texts

/// `--format` of the commands that check rules: text for people, or a format that review tools read.
struct FindingFormatOption: ParsableArguments {
    /// The output of `check` and `test`.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, sarif, github, junit
    }

    @Option(
        help: """
            The output format: text, json, sarif (SARIF 2.1.0), github (annotations of GitHub Actions) or junit (XML).
            """)
    var format = Format.text

    /// The format for review tools; `nil` for text and JSON.
    var annotations: AnnotationFormat? { AnnotationFormat(rawValue: format.rawValue) }

    /// Whether the output is JSON lines.
    ///
    /// - Parameter flag: The command's `--json`, which means `--format json`.
    func isJSON(_ flag: Bool) -> Bool { flag || format == .json }

    /// Refuses `--json` with another format.
    func validate(with json: Bool) throws {
        guard json, format != .text, format != .json else { return }
        throw ValidationError("--json and --format \(format.rawValue) can't be combined")
    }

    /// An empty report of a command in this directory.
    static func report(_ command: String, of rules: RulesPlaceOptions) -> AnnotationReport {
        AnnotationReport(command: command, version: Version.text, directory: RulesOption.place(rules.path))
    }
}
