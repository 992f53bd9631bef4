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
        abstract: "Takes the links of a file into the store; codes are kept.",
        discussion: """
            The file is a CSV file of Google Takeout (29 columns), a table whose first line names its columns (link and \
            long_link, or as other shorteners call them), or lines of JSON as `link export` writes them; - is standard \
            input. Links are held against the rules as a click would be. Each line that is refused is named with the \
            reason, and changes nothing. What is in the store already is left alone: an import that was broken off is \
            done again with the same command. Exit code 0; 1 where lines were refused; 2 for bad usage or I/O.
            """)

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The file; - is standard input.")
    var file: String

    @Option(help: "The form of the file: takeout, csv or jsonl (default: told by its beginning).")
    var format: LinkFileFormat?

    @Option(help: "The link domain to put the links on, in place of the file's: links.example.com/go.")
    var domain: String?

    @Flag(help: "Say what would come of it and change nothing.")
    var dryRun = false

    @Flag(help: "Take links that the rules would refuse as well, such as those of sites that are yet to come.")
    var unchecked = false

    @Option(help: "A file for the lines that are refused: number, tabulator, reason.")
    var report: String?

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
                "\(error); \(counted(counts.imported, "link")) imported before this \(counts.imported == 1 ? "stays" : "stay")"
            )
        }
    }

    private func say(_ importer: borrowing LinkImporter) {
        if !importer.unknownTitles.isEmpty {
            Output.error("columns that mean nothing here: \(importer.unknownTitles.joined(separator: ", "))")
        }
        let counts = importer.counts
        let verb = dryRun ? "would be imported" : "imported"
        var text = "\(counted(counts.imported, "link")) \(verb)"
        if counts.known > 0 { text += ", \(grouped(counts.known)) \(counts.known == 1 ? "was" : "were") there already" }
        text += ", \(ProgressLine.grouped(counts.refused)) refused"
        Output.line(text)
        for warning in ShortLinkWarning.allCases {
            guard let warned = counts.warnings[warning] else { continue }
            let links = warned.links == 1 ? "1 link" : "\(ProgressLine.grouped(warned.links)) links"
            Output.error("warning: \(links), the first in line \(warned.firstLine): \(warning.line)")
        }
        if Interruption.hasCome { Output.error("broken off after line \(importer.lines); the same command goes on") }
        if importer.format == nil, !Interruption.hasCome { Output.error("\(file) is empty") }
    }
}
