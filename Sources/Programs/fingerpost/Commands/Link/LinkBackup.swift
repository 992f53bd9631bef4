import ArgumentParser
import LinkStore

struct LinkBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies a snapshot of the store to a file, even while it is in use.",
        discussion: """
            The file has everything in the store: links, deleted ones, counters and secrets. `link restore` puts it back. \
            Exit code 0; 2 for usage or I/O errors.

            Examples:
              fingerpost link backup monday.mdb
              fingerpost link backup /backup/links.mdb --force
              fingerpost link check --store monday.mdb
            """)

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @OptionGroup var replacing: ForceOption

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let place = try option.place()
        let own = [place.directory, "\(place.directory)/\(LinkStore.fileName)"]
        try OutputFile.check(file, force: replacing.force, inputs: own)
        let store = try place.open(.read)
        do throws(StoreError) { try store.backUp(to: file, replacing: replacing.force) } catch {
            throw Failure(error.description)
        }
    }
}
