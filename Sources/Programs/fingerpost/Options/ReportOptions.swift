import ArgumentParser
import ByteText
import CommandFiles
import Replay
import Terminal
import Texts

/// The output options shared by `replay` and `merge`.
struct ReportOptions: ParsableArguments {
    @Flag(help: "Print the report as JSON.")
    var json = false

    @Flag(help: "Print a summary in Markdown of at most 60 lines, for a comment in a review.")
    var markdown = false

    @Option(help: "Write the report as a self-contained HTML page with charts.")
    var report: String?

    @Flag(help: "Print a part that merge can combine with others.")
    var partial = false

    @Option(help: "The number of links, rules and so on to list.")
    var top = 20

    @OptionGroup var replacing: ForceOption

    @Flag(help: "Exit with 1 if there are unexpected changes (see --allow); for CI.")
    var failOnChange = false

    func validate() throws {
        let forms = [("--json", json), ("--markdown", markdown), ("--partial", partial)].filter(\.1).map(\.0)
        guard forms.count < 2 else { throw ValidationError("\(forms[0]) and \(forms[1]) can't be combined") }
        guard (1...10_000).contains(top) else { throw ValidationError("--top must be from 1 to 10000") }
        guard let report else { return }
        guard report.hasSuffix(".html") || report.hasSuffix(".htm") else {
            throw ValidationError("--report needs a file name that ends in .html, not \(report)")
        }
    }

    /// Whether the report is a document on standard output rather than text.
    var isDocument: Bool { json || markdown || partial }

    /// Fails early if the report can't be written: its folder must exist, and no file may be replaced without `--force`.
    func checkPlaces(inputs: [String] = []) throws {
        if let report { try OutputFile.check(report, force: replacing.force, inputs: inputs) }
    }

    /// Prints and writes the requested reports. The exit code is 1 if there are unexpected changes.
    ///
    /// - Parameter printsText: Whether to print the text report if nothing else is written to standard output.
    func finish(_ sums: ReplaySums, sources: [String], printsText: Bool = true) throws {
        let explain: (JSONValue) -> String = ExplanationText.brief
        if let report {
            try OutputFile.write(
                try sums.page(sources: sources, top: top, explain: explain), to: report, force: replacing.force)
        }
        if partial {
            Output.write(sums.part())
        } else if json {
            Output.write(sums.report(top: top))
        } else if markdown {
            Output.write(Array(sums.markdown(top: top).utf8))
        } else if printsText {
            Output.lines(sums.text(width: Terminal.output.width, top: top, explain: explain).lines)
        }
        guard failOnChange, let changes = sums.changes, changes.unexpectedCount > 0 else { return }
        Output.error(
            "\(counted(changes.unexpectedCount, "changed click")) \(changes.unexpectedCount == 1 ? "is" : "are") unexpected"
        )
        throw ExitCode(1)
    }
}
