import ArgumentParser
import LinkStore
import ServiceFiles

struct LinkGet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Shows a link.",
        discussion: """
            Exit code 0; 1 if the link does not exist; 2 for usage or I/O errors.

            Examples:
              fingerpost link get https://links.example.com/abcd
            """)

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The short link: https://example.page.link/CODE.")
    var link: String

    @Flag(help: "Print the link as JSON.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let key = try LinkRules.key(link)
        let record = try Self.find(key, in: try option.open(.read))
        LinkText.print(record, json: json)
    }

    /// An existing link.
    static func find(_ key: LinkKey, in store: LinkStore) throws -> LinkRecord {
        try LinkRules.orFail { () throws(StoreError) in try store.liveLink(key) }
    }
}
