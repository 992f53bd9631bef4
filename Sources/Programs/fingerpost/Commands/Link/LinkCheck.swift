import ArgumentParser
import ByteText
import LinkStore

struct LinkCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Reads every link and every index, and says what is wrong.",
        discussion: "Works beside a running daemon. Exit code 0; 1 where something is wrong; 2 for bad usage or I/O.")

    @OptionGroup var option: LinkStoreOption

    func run() throws {
        let store = try option.open(.read)
        let check: StoreCheck
        let extent: (fileBytes: Int, usedBytes: Int)
        do throws(StoreError) {
            check = try store.check()
            extent = try store.extent()
        } catch { throw Failure(error.description) }
        for finding in check.findings { Output.line(finding) }
        if check.findingCount > check.findings.count {
            Output.line("and \(check.findingCount - check.findings.count) more")
        }
        Output.line(
            """
            \(counted(check.links, "link")), \(check.deleted) deleted, \
            \(counted(check.indexEntries, "index entry", "index entries")), \(counted(check.counters, "counter")), \(extent.usedBytes) of \(extent.fileBytes) bytes: \
            \(check.findingCount == 0 ? "all is well" : counted(check.findingCount, "finding"))
            """)
        if check.findingCount > 0 { throw ExitCode(1) }
    }
}
