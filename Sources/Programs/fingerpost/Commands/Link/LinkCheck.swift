import ArgumentParser
import ByteText
import LinkStore
import ServiceFiles
import Terminal

struct LinkCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks every link and every index of the store.",
        discussion: """
            Works while the daemon runs. Exit code 0; 1 if there are findings; 2 for usage or I/O errors.

            The index of destinations becomes wrong if an older program without it changes links. With --mend it is \
            rebuilt if it has findings, and the store is checked again.

            Examples:
              fingerpost link check --store /var/lib/fingerpost
              fingerpost link check --mend
            """)

    @OptionGroup var option: LinkStoreOption

    @Flag(help: "Rebuild the index of destinations if it has findings.")
    var mend = false

    @Flag(help: "Print the result as JSON.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let store = try option.open(mend ? .change : .read)
        var check: StoreCheck
        let extent: (fileBytes: Int, usedBytes: Int)
        do throws(StoreError) {
            check = try store.check()
            if mend, check.destinationFindings > 0 || check.destinations != .complete {
                try store.remakeDestinations()
                Output.error("rebuilding the index of destinations")
                check = try store.check()
            }
            extent = try store.extent()
        } catch { throw Failure(error.description) }
        if json {
            Output.line(Self.json(check, extent).text)
        } else {
            print(check, extent)
        }
        if check.findingCount > 0 { throw ExitCode(1) }
    }

    private func print(_ check: StoreCheck, _ extent: (fileBytes: Int, usedBytes: Int)) {
        for finding in check.findings { Output.line(finding) }
        if check.findingCount > check.findings.count {
            Output.line("and \(check.findingCount - check.findings.count) more")
        }
        Output.line(
            """
            \(counted(check.links, "link")), \(check.deleted) deleted, \
            \(counted(check.indexEntries, "index entry", "index entries")), \(counted(check.counters, "counter")), \(extent.usedBytes) of \(extent.fileBytes) bytes: \
            \(check.findingCount == 0 ? "no findings" : counted(check.findingCount, "finding"))
            """)
        if check.destinationFindings > 0 {
            Output.line(
                "\(counted(check.destinationFindings, "finding")) in the index of destinations: `fingerpost link check --mend` rebuilds it"
            )
        }
        if check.destinations != .complete {
            Output.line(
                "the index of destinations is incomplete; it is built when the store is opened for writing, by the daemon or with --mend"
            )
        }
    }

    private static func json(_ check: StoreCheck, _ extent: (fileBytes: Int, usedBytes: Int)) -> JSONValue {
        func number(_ count: Int) -> JSONValue { .number(JSONNumber(count)) }
        return [
            "links": number(check.links), "deleted": number(check.deleted),
            "index_entries": number(check.indexEntries), "destinations_indexed": .bool(check.destinations == .complete),
            "counters": number(check.counters),
            "used_bytes": number(extent.usedBytes), "file_bytes": number(extent.fileBytes),
            "finding_count": number(check.findingCount),
            "findings": .array(check.findings.map { .string($0) }),
        ]
    }
}
