public import ArgumentParser
import ByteText
import Glibc
public import LinkCatalog
import LinkStore
import Links

struct LinkImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Imports the links of a file into the store, with their codes.",
        discussion: """
            The file is a CSV file from Google Takeout (29 columns), a table whose first line names its columns (link and \
            long_link, or other shorteners' names for them), or JSON lines as written by `link export`; - is standard \
            input. Links are checked against the rules as a click would be. Refused lines change nothing: they are \
            counted by their reasons, each with an example and what helps; --report FILE has the reason of every line, and \
            --rejects FILE the lines themselves, to be mended and imported. Links that are already in the store stay as \
            they are: to resume an interrupted import, run the same command again. Exit code 0; 1 if lines were refused; \
            2 for usage or I/O errors.

            Examples:
              fingerpost link import takeout.csv --dry-run
              fingerpost link import takeout.csv --domain old.page.link=links.example.com/go --rejects rejected.csv
              fingerpost link import rejected.csv
            """)

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The file; - is standard input.")
    var file: String

    @Option(help: "The file format: takeout, csv or jsonl (default: detected).")
    var format: LinkFileFormat?

    @Option(
        help: ArgumentHelp(
            """
            The link domain for all links, instead of the file's: links.example.com/go; or for those of one: \
            old.page.link=links.example.com/go. Repeatable.
            """, valueName: "[old=]new"))
    var domain: [DomainMove] = []

    @Flag(help: "Report what would happen, and change nothing.")
    var dryRun = false

    @Flag(help: "Give links that are in the store with other contents those of the file.")
    var replace = false

    @Flag(help: "Also import links that the rules would refuse, such as those of sites not yet configured.")
    var unchecked = false

    @Option(help: "A file for the reasons of refused lines: number, tab, reason.")
    var report: String?

    @Option(help: "A file for the refused lines as they are, below the file's own first line.")
    var rejects: String?

    @OptionGroup var replacing: ForceOption

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        var input = try FileWindow(path: file)
        let place = try option.place()
        let checker = try unchecked ? nil : checker()
        let report = try RefusalReport(report: report, rejects: rejects, of: file, force: replacing.force)
        var importer = LinkImporter(try store(place), format, checker: checker, options(), refuse: report.add)
        Interruption.expect()
        do {
            try readAll(&input, &importer, report)
            try importer.finish()
        } catch {
            report.finish()
            if let fault = error as? LinkImportFault { throw failure(fault, importer.counts) }
            // What was read before the file could not be read on.
            try? importer.finish()
            if importer.lines > 0 { show(importer, report) }
            throw error
        }
        report.finish()
        show(importer, report)
        if let failure = report.failure { throw failure }
        Interruption.endIfInterrupted()
        if importer.counts.refused > 0 { throw ExitCode(1) }
    }

    private func readAll(
        _ input: inout FileWindow, _ importer: inout LinkImporter, _ report: RefusalReport
    ) throws {
        var progress = ProgressLine(besideResults: false)
        defer { progress.clear() }
        repeat {
            try input.fill()
            let used = try importer.read(input.bytes.span, isLast: input.isAtEnd)
            input.drop(used)
            if let failure = report.failure { throw failure }
            progress.show(lines: importer.lines, part: input.part)
        } while !(input.isAtEnd && input.bytes.isEmpty) && !Interruption.hasCome
    }

    private func checker() throws -> LinkChecker {
        let checker = try LinkRules.checker(option.rules)
        for move in domain {
            try LinkRules.orRefuse { () throws(ShortLinkFault) in try checker.requireSite(below: move.to) }
        }
        return checker
    }

    private func store(_ place: StorePlace) throws -> LinkStore? {
        if !dryRun { return try place.open(.fill) }
        return LinkStore.exists(in: place.directory) ? try place.open(.read) : nil
    }

    private func options() -> LinkImporter.Options {
        var options = LinkImporter.Options(now: Int64(time(nil)))
        options.moves = domain
        options.isDryRun = dryRun
        options.replaces = replace
        options.keepsRows = rejects != nil
        return options
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

    private func show(_ importer: borrowing LinkImporter, _ report: RefusalReport) {
        let summary = ImportSummary(importer, isDryRun: dryRun)
        Output.line(summary.result)
        for line in summary.details { Output.error(line) }
        if let rows = report.rows, rows.count > 0, report.failure == nil {
            Output.error("\(rows.path) has the \(counted(rows.count, "refused row")): mend and import it")
        }
        if Interruption.hasCome {
            let first = (report.rows?.count ?? 0) > 0 ? "to resume, delete \(rejects ?? "") and" : "to resume,"
            Output.error("interrupted after line \(grouped(importer.lines)); \(first) run the same command again")
        } else if importer.format == nil {
            Output.error("\(file) is empty")
        } else if importer.isWithoutRows {
            Output.error("\(file) names its columns, and has no row")
        }
    }
}

extension DomainMove: ExpressibleByArgument {
    /// Reads the value of `--domain`.
    public init?(argument: String) { self.init(argument) }
}
