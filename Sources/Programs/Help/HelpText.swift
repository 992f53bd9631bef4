/// The output of `--help`.
package enum HelpText {
    /// The help with each example on one line regardless of the terminal's width: a wrapped line can't be copied.
    package static func withWholeExamples(_ help: String, of command: CommandDescription) -> String {
        let examples = command.discussion.examples
        guard !examples.isEmpty, let heading = help.firstRange(of: "\n\(Discussion.heading)\n"),
            let end = help[heading.upperBound...].firstRange(of: "\n\n")
        else { return help }
        let lines = examples.map { "  \($0)" }.joined(separator: "\n")
        return help[..<heading.upperBound] + lines + help[end.lowerBound...]
    }
}
