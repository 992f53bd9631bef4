import ServiceFiles
public import ArgumentParser
import ByteText
import CommandFiles
public import LinkCatalog
import LinkStore
import Terminal

struct LinkExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Exports the links of the store to standard output or a file.",
        discussion: """
            jsonl and csv contain everything about a link; takeout has the 29 columns of Google Takeout, and omits \
            everything else. Importing an export into an empty store and exporting again gives equal bytes. A \
            spreadsheet may run names and notes that begin with =, +, - or @ as formulas: with --escape-formulas an \
            apostrophe precedes them, which `link import` removes again from csv, but not from takeout. Deleted links \
            and counters are not exported: `link backup` copies everything. Exit code 0; 2 for usage or I/O errors.

            Examples:
              fingerpost link export > links.jsonl
              fingerpost link export --format csv -o links.csv
              fingerpost link export --format csv --escape-formulas -o for-excel.csv
            """)

    @OptionGroup var option: LinkStoreOption

    @Option(help: "The file format: jsonl, csv or takeout.")
    var format = LinkFileFormat.jsonl

    @Flag(help: "Put an apostrophe before cells that a spreadsheet would run as formulas (csv, takeout).")
    var escapeFormulas = false

    @Option(help: "Only links on this domain: links.example.com/go.")
    var domain: String?

    @Option(name: .shortAndLong, help: "The file to write (default: -, standard output).", completion: .file())
    var output = "-"

    @OptionGroup var replacing: ForceOption

    @OptionGroup var terminal: TerminalOption

    func validate() throws {
        guard escapeFormulas, format == .jsonl else { return }
        throw ValidationError("--escape-formulas needs --format csv or takeout: no spreadsheet opens jsonl")
    }

    func run() throws {
        let store = try option.open(.read)
        // Readable only by its owner: payloads may be personal data.
        let file = try OutputFile(output, force: replacing.force, mode: 0o600)
        var writer = LinkFileWriter(format, escapesFormulas: escapeFormulas)
        var progress = ProgressLine(withResults: output == "-")
        Interruption.expect()
        var bytes: [UInt8] = []
        writer.begin(&bytes)
        var query = ListQuery()
        (query.order, query.isDescending, query.isArchived, query.limit) = (.key, false, nil, 1000)
        query.domain = domain
        var count = 0
        repeat {
            let page = try LinkRules.orFail { () throws(StoreError) in try store.list(query) }
            for record in page.links { writer.append(record, to: &bytes) }
            file.write(bytes)
            bytes.removeAll(keepingCapacity: true)
            count += page.links.count
            progress.show(lines: count)
            query.after = page.next
        } while query.after != nil && !Interruption.isRequested
        file.write(bytes)
        progress.clear()
        Interruption.endIfInterrupted()
        try file.finish()
        Output.error(counted(count, "link"))
        if writer.incomplete > 0 {
            Output.error(
                "\(grouped(writer.incomplete)) of them have more than the columns can hold; jsonl and csv hold everything"
            )
        }
    }
}

extension LinkFileFormat: ExpressibleByArgument {}
