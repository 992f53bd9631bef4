import ArgumentParser
import LinkStore
import ServiceFiles
import Terminal

struct LinkCompact: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compact",
        abstract: "Rewrites the store without its free pages.",
        discussion: """
            Needs exclusive access: stop the daemon first. The old file stays until the new one is on disk. \
            Exit code 0; 2 for usage or I/O errors.

            Examples:
              fingerpost link compact --store /var/lib/fingerpost
            """)

    @OptionGroup var option: LinkStoreOption

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let store = try option.open(.change)
        do throws(StoreError) {
            let before = try store.extent().fileBytes
            try store.compact()
            Output.error("\(before) bytes before; the file now has no free pages")
        } catch { throw Failure(error.description) }
    }
}
