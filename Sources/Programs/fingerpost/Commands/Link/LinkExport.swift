public import ArgumentParser
import ByteText
import Glibc
public import LinkCatalog
import LinkStore

struct LinkExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Exports the links of the store to standard output or a file.",
        discussion: """
            jsonl and csv contain everything about a link; takeout has the 29 columns of Google Takeout, and only \
            what they can hold. An export that is imported into an empty store and exported again is the same, byte for \
            byte. Deleted links and counters are not exported: `link backup` copies everything. Exit code 0; 2 for usage or I/O errors.
            """)

    @OptionGroup var option: LinkStoreOption

    @Option(help: "The file format: jsonl, csv or takeout.")
    var format = LinkFileFormat.jsonl

    @Option(help: "Only links on this domain: links.example.com/go.")
    var domain: String?

    @Option(name: .shortAndLong, help: "The file to write; it must not exist (default: standard output).")
    var output: String?

    func run() throws {
        let store = try option.open(.read)
        let descriptor = try output.map(Self.create) ?? STDOUT_FILENO
        var writer = LinkFileWriter(format)
        var progress = ProgressLine(besideResults: output == nil)
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
            Output.write(bytes, to: descriptor)
            bytes.removeAll(keepingCapacity: true)
            count += page.links.count
            progress.show(lines: count)
            query.after = page.next
        } while query.after != nil && !Interruption.hasCome
        Output.write(bytes, to: descriptor)
        progress.clear()
        Interruption.endIfInterrupted()
        if output != nil, fsync(descriptor) != 0 { throw Failure("\(output ?? ""): can't be written to disk") }
        Output.error(counted(count, "link"))
        if writer.incomplete > 0 {
            Output.error(
                "\(ProgressLine.grouped(writer.incomplete)) of them have more than the columns can hold; jsonl and csv hold everything"
            )
        }
    }

    /// A new file for its owner alone: payloads may be personal.
    private static func create(_ path: String) throws -> Int32 {
        // Safe: Swift lends the string's bytes for the time of the call.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        // Safe: strerror returns a string that lives at least until the next call, and is copied here.
        guard descriptor >= 0 else { throw Failure("\(path): \(unsafe String(cString: strerror(errno)))") }
        return descriptor
    }
}

extension LinkFileFormat: ExpressibleByArgument {}
