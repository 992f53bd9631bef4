public import ArgumentParser
import ByteText
import CommandFiles
import Glibc
public import LinkCatalog
import Links
import LinkStore
import ServiceFiles
import Terminal

struct LinkImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Imports the links of a file into the store, with their codes.",
        discussion: """
            The file is a CSV file from Google Takeout (29 columns), a table whose first line names its columns (link \
            and long_link, or other shorteners' names for them) with commas, semicolons, tabs or bars between them, or \
            JSON: lines as written by `link export`, or a list of objects as other shorteners export it; - is standard \
            input. Links that are banned, disabled or deleted in their system are imported as disabled. Links are \
            checked against the rules as a click would be. Refused lines are counted by reason, with an example and a \
            remedy; --report FILE has the reason of every line, and --rejects FILE the lines themselves, to correct \
            and import. Existing links do not change: to resume an interrupted import, run the same command again. \
            Large imports into an empty store are committed at the end, and need as much disk again until then. With \
            --source the links are imported to the source of many nodes, in bulk, through TMPDIR, where they need \
            twice the disk of a store; existing links of the source do not change. Exit code 0; 1 if lines were \
            refused; 2 for usage or I/O errors.

            Examples:
              fingerpost link import takeout.csv --dry-run
              fingerpost link import takeout.csv --domain old.page.link=links.example.com/go --rejects rejected.csv
              fingerpost link import rejected.csv
              fingerpost link import links.csv --source postgresql://fingerpost@db.internal/links
            """)

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The file; - is standard input.")
    var file: String

    @Option(help: "The file format: takeout, csv (with any separator) or jsonl (default: detected).")
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

    @Flag(help: "Replace existing links that differ from the file.")
    var replace = false

    @Flag(help: "Also import links that the rules would refuse, such as those of sites not yet configured.")
    var unchecked = false

    @Option(help: "A file for the reasons of refused lines: number, tab, reason.")
    var report: String?

    @Option(help: "A file for the refused lines, below the original first line.")
    var rejects: String?

    @Option(help: "Import to this source instead of a store: postgresql://user@host/database.")
    var source: String?

    @Option(help: "The file of the source's password.", completion: .file())
    var sourcePasswordFile: String?

    @OptionGroup var replacing: ForceOption

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        if let source {
            return try importToSource(SourceOption(source, passwordFile: sourcePasswordFile, rules: option.rules))
        }
        var input = try FileWindow(path: file)
        let place = try option.place()
        let checker = try unchecked ? nil : checker()
        let report = try RefusalReport(report: report, rejects: rejects, of: file, force: replacing.force)
        var importer = LinkImporter(
            try store(place), format, checker: checker, options(),
            makeStore: { () throws(StoreError) in try place.open(.fill, report: Output.error) }, refuse: report.add)
        Interruption.expect()
        let end = readAndWrite(&input, &importer, report)
        report.finish()
        var faults = end.faults
        if let failure = report.failure { faults.append(failure) }
        if end.isWritten, faults.isEmpty || importer.counts != LinkImporter.Counts() {
            show(importer, report, isInterrupted: end.isInterrupted, isWhole: faults.isEmpty)
        }
        if !faults.isEmpty { throw failure(faults, importer.counts) }
        // After everything has been read, Ctrl-C no longer affects the result.
        if end.isInterrupted { Interruption.endIfInterrupted() }
        if importer.counts.refused > 0 { throw ExitCode(1) }
    }

    /// How reading and writing ended.
    struct End {
        /// Whether reading was interrupted.
        var isInterrupted = false
        /// Whether everything that was read is in the store.
        var isWritten = false
        var faults: [any Error] = []
    }

    /// Reads the file and writes the links, including those read before an error.
    func readAndWrite(
        _ input: inout FileWindow, _ importer: inout LinkImporter, _ report: RefusalReport
    ) -> End {
        var progress = ProgressLine(withResults: false)
        defer { progress.clear() }
        var end = End()
        do { end.isInterrupted = try readAll(&input, &importer, report, &progress) } catch { end.faults.append(error) }
        // Writing is pointless after a store error.
        if case .store = end.faults.first as? LinkImportFault { return end }
        if !dryRun, importer.unwritten > 0 { progress.say("writing \(counted(importer.unwritten, "link"))") }
        do throws(LinkImportFault) {
            try importer.finish()
            end.isWritten = true
        } catch { end.faults.append(error) }
        return end
    }

    /// Reads to the end of the file. Returns `true` if interrupted.
    private func readAll(
        _ input: inout FileWindow, _ importer: inout LinkImporter, _ report: RefusalReport,
        _ progress: inout ProgressLine
    ) throws -> Bool {
        while true {
            try input.fill()
            let used = try importer.read(input.bytes.span, isLast: input.isAtEnd)
            input.drop(used)
            // The failure is reported separately.
            if report.failure != nil { return false }
            progress.show(lines: importer.lines, part: input.part)
            if input.isAtEnd, input.bytes.isEmpty { return false }
            if Interruption.isRequested { return true }
        }
    }

    func checker() throws -> LinkChecker {
        let checker = try LinkRules.checker(option.rules)
        for move in domain {
            try LinkRules.orRefuse { () throws(ShortLinkFault) in try checker.requireSite(below: move.to) }
        }
        return checker
    }

    /// The store, if it exists. A new one is created for the first link, so that a failed import leaves none behind.
    private func store(_ place: StorePlace) throws -> LinkStore? {
        place.exists ? try place.open(dryRun ? .read : .fill) : nil
    }

    func options() -> LinkImporter.Options {
        var options = LinkImporter.Options(now: Int64(time(nil)))
        options.moves = domain
        options.isDryRun = dryRun
        options.replaces = replace
        options.keepsRows = rejects != nil
        return options
    }

    /// All errors, one per line. A single error is returned unchanged.
    func failure(_ faults: [any Error], _ counts: LinkImporter.Counts) -> any Error {
        let faults = faults.map { error in (error as? LinkImportFault).map { failure($0, counts) } ?? error }
        if faults.count == 1 { return faults[0] }
        let lines = faults.flatMap { fault in
            (fault as? Failure)?.message.split(separator: "\n").map(String.init) ?? ["\(fault)"]
        }
        return Failure(lines: lines)
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

    func show(
        _ importer: borrowing LinkImporter, _ report: RefusalReport, isInterrupted: Bool, isWhole: Bool,
        place: String = "in the store"
    ) {
        let summary = ImportSummary(importer, isDryRun: dryRun, place: place)
        Output.line(summary.result)
        for line in summary.details { Output.error(line) }
        if let rows = report.rows, rows.count > 0, report.failure == nil {
            Output.error("\(rows.path) has the \(counted(rows.count, "refused row")): correct and import it")
        }
        if isInterrupted {
            let first = (report.rows?.count ?? 0) > 0 ? "to resume, delete \(rejects ?? "") and" : "to resume,"
            Output.error("interrupted after line \(grouped(importer.lines)); \(first) run the same command again")
        } else if !isWhole {
            return
        } else if importer.format == nil {
            Output.error("\(file) is empty")
        } else if importer.isWithoutRows {
            Output.error("\(file) has column names, but no rows")
        }
    }
}

extension DomainMove: ExpressibleByArgument {
    /// Parses the value of `--domain`.
    public init?(argument: String) { self.init(argument) }
}
