import ArgumentParser
import ByteText
import Glibc
import LinkCatalog
import LinkStore
import Links
import Routing

struct LinkImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Imports the links of a file into the store, with their codes.",
        discussion: """
            The file is a CSV file from Google Takeout (29 columns), a table whose first line names its columns (link and \
            long_link, or other shorteners' names for them), or JSON lines as written by `link export`; - is standard \
            input. Links are checked against the rules as a click would be. Each refused line is reported with the \
            reason, and changes nothing. Links that are already in the store stay as they are: to resume an interrupted \
            import, run the same command again. Exit code 0; 1 if lines were refused; 2 for usage or I/O errors.
            """)

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The file; - is standard input.")
    var file: String

    @Option(help: "The file format: takeout, csv or jsonl (default: detected).")
    var format: LinkFileFormat?

    @Option(help: "The link domain for the links, instead of the file's: links.example.com/go.")
    var domain: String?

    @Flag(help: "Report what would happen, and change nothing.")
    var dryRun = false

    @Flag(help: "Also import links that the rules would refuse, such as those of sites not yet configured.")
    var unchecked = false

    @Option(help: "A file for the refused lines: number, tab, reason.")
    var report: String?

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        var input = try FileWindow(path: file)
        let report = try report.map { try RefusalReport(path: $0, of: file) } ?? RefusalReport()
        var progress = ProgressLine(besideResults: false)
        var importer = try importer(report)
        Interruption.expect()
        do {
            try readAll(&input, &importer, &progress)
            try importer.finish()
        } catch {
            progress.clear()
            report.finish()
            if let fault = error as? LinkImportFault { throw failure(fault, importer.counts) }
            // What was read before the file could not be read on.
            try? importer.finish()
            if importer.lines > 0 { say(importer) }
            throw error
        }
        progress.clear()
        report.finish()
        say(importer)
        Interruption.endIfInterrupted()
        if importer.counts.refused > 0 { throw ExitCode(1) }
    }

    private func readAll(
        _ input: inout FileWindow, _ importer: inout LinkImporter, _ progress: inout ProgressLine
    ) throws {
        repeat {
            try input.fill()
            let used = try importer.read(input.bytes.span, isLast: input.isAtEnd)
            input.drop(used)
            progress.show(lines: importer.lines, part: input.part)
        } while !(input.isAtEnd && input.bytes.isEmpty) && !Interruption.hasCome
    }

    private func importer(_ report: RefusalReport) throws -> LinkImporter {
        var store: LinkStore?
        let place = try option.place()
        if !dryRun {
            store = try place.open(.fill)
        } else if LinkStore.exists(in: place.directory) {
            store = try place.open(.read)
        }
        var options = LinkImporter.Options(now: Int64(time(nil)))
        options.domain = domain
        options.isDryRun = dryRun
        let checker: LinkChecker? = unchecked ? nil : try LinkRules.checker(option.rules)
        if let domain {
            _ = try LinkRules.orRefuse { () throws(ShortLinkFault) in try checker?.requireSite(of: domain) }
        }
        return LinkImporter(store, format, checker: checker, options) { line, reason in
            report.note(line, reason)
        }
    }

    private func failure(_ fault: LinkImportFault, _ counts: LinkImporter.Counts) -> Failure {
        switch fault {
        case .file(let message): Failure("\(file): \(message)")
        case .store(let error):
            Failure(
                "\(error); \(counted(counts.imported, "link")) imported before the error \(counts.imported == 1 ? "stays" : "stay")"
            )
        }
    }

    private func say(_ importer: borrowing LinkImporter) {
        if !importer.unknownTitles.isEmpty {
            Output.error("ignored columns: \(importer.unknownTitles.joined(separator: ", "))")
        }
        let counts = importer.counts
        let verb = dryRun ? "would be imported" : "imported"
        var text = "\(counted(counts.imported, "link")) \(verb)"
        if counts.known > 0 { text += ", \(grouped(counts.known)) already in the store" }
        text += ", \(ProgressLine.grouped(counts.refused)) refused"
        Output.line(text)
        for warning in ShortLinkWarning.allCases {
            guard let warned = counts.warnings[warning] else { continue }
            let links = warned.links == 1 ? "1 link" : "\(ProgressLine.grouped(warned.links)) links"
            Output.error("warning: \(links), the first in line \(warned.firstLine): \(warning.line)")
        }
        if Interruption.hasCome {
            Output.error("interrupted after line \(importer.lines); run the same command to resume")
        }
        if importer.format == nil, !Interruption.hasCome { Output.error("\(file) is empty") }
    }
}
