import ArgumentParser
import ByteText
import Glibc
import LinkStore
import ServiceFiles
import Terminal

struct LinkRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Replaces the store with a backup.",
        discussion: """
            Stop the daemon first: a store that is in use is not replaced. The backup is checked as `link check` does \
            before anything changes, and an interrupted restore leaves the store as it was. A store that has links is \
            replaced only with --force; its file is kept as links.mdb.before-TIME. Tokens are in another file and do \
            not change. Exit code 0; 2 if nothing was restored.

            Examples:
              fingerpost link restore links-2026-11-20.mdb
              fingerpost link restore links-2026-11-20.mdb --store /var/lib/fingerpost --force
            """)

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "A file that `link backup` wrote, or the directory of another store.")
    var file: String

    @Flag(help: "Also replace a store that has links, or that can't be read.")
    var force = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let place = try option.place()
        let source = StorePlace(named: file)
        if source.isSame(as: place) { throw Failure("\(file) is the store itself") }
        let backup = try source.open(.read)
        let restored: Restoration
        do throws(StoreError) {
            restored = try backup.restore(into: place.directory, replacing: force, now: Int64(time(nil)))
        } catch {
            guard case .notEmpty = error else { throw Failure(error.description) }
            throw Failure("\(error); --force replaces it, and keeps the old file next to the new one")
        }
        Output.line("\(counted(restored.links, "link")) restored into \(place.directory)")
        if let previous = restored.previous { Output.error("the previous store is \(previous)") }
    }
}
