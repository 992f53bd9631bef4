import ArgumentParser
import LinkStore

struct LinkBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies a snapshot of the store to a file, even while it is in use.",
        discussion: """
            The file must not exist. To restore it, stop the daemon, replace links.mdb in the store directory \
            with the file, and start the daemon.
            """)

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The file to write.")
    var file: String

    func run() throws {
        let store = try option.open(.read)
        do throws(StoreError) { try store.backUp(to: file) } catch { throw Failure(error.description) }
    }
}
