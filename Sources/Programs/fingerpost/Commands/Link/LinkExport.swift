public import ArgumentParser
import ByteText
import Glibc
public import LinkCatalog
import LinkStore

struct LinkExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes the links of the store to standard output, or to a file.",
        discussion: """
            jsonl and csv hold all that is known of a link; takeout has the 29 columns of Google Takeout, and a place for \
            what they name alone. What is written, imported into an empty store and exported again is the same, byte for \
            byte. Deleted links and counters are not among it: `link backup` copies all. Exit code 0; 2 for bad usage or I/O.
            """)

    @OptionGroup var option: LinkStoreOption

    @Option(help: "The form of the file: jsonl, csv or takeout.")
    var format = LinkFileFormat.jsonl

    @Option(help: "Only links of this domain: links.example.com/go.")
    var domain: String?

    @Option(name: .shortAndLong, help: "The file to write, which must not be there (default: standard output).")
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
        if output != nil, fsync(descriptor) != 0 { throw Failure("\(output ?? ""): it is not on the disk") }
        Output.error(counted(count, "link"))
        if writer.incomplete > 0 {
            Output.error(
                "\(ProgressLine.grouped(writer.incomplete)) of them have more than the columns hold; jsonl and csv hold all"
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
