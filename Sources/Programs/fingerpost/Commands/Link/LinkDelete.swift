import ArgumentParser
import Glibc
import LinkStore
import ServiceFiles

struct LinkDelete: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Deletes links; their codes are never reused.",
        discussion: """
            Deletes all of them or none. Exit code 0; 1 if one does not exist; 2 for usage or I/O errors.

            Examples:
              fingerpost link delete https://links.example.com/abcd
            """)

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The short links: https://example.page.link/CODE.")
    var links: [String]

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let keys = try links.map(LinkRules.key)
        let store = try option.open(.change)
        let now = Int64(time(nil))
        // Finds a missing link before the change, when it can still be named.
        for key in keys { _ = try LinkGet.find(key, in: store) }
        let change = LinkChange.all(keys.map { .delete($0, at: now) })
        _ = try LinkRules.orFail { () throws(StoreError) in try store.apply(change) }
    }
}
