import ArgumentParser
import ByteText
import LinkStore

struct LinkCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks every link and every index of the store.",
        discussion: "Works while the daemon runs. Exit code 0; 1 if there are findings; 2 for usage or I/O errors.")

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
            \(check.findingCount == 0 ? "no findings" : counted(check.findingCount, "finding"))
            """)
        if check.findingCount > 0 { throw ExitCode(1) }
    }
}
