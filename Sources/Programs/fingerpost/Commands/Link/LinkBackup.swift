import ArgumentParser
import LinkStore

struct LinkBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies the store to a file, as it is now, while others read and write.",
        discussion: """
            The file must not be there. To go back to it, stop the daemon, put the file in the place of links.mdb in the \
            directory of the store, and start the daemon.
            """)

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The file to write.")
    var file: String

    func run() throws {
        let store = try option.open(.read)
        do throws(StoreError) { try store.backUp(to: file) } catch { throw Failure(error.description) }
    }
}
