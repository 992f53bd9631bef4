import ArgumentParser
import Glibc
import LinkCatalog
import Links
import LinkStore

struct LinkUpdate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Changes a link; its code stays.",
        discussion: """
            An empty text takes a name, a note, the tags or a time away, and 0 takes a number of clicks away. Exit code 0; \
            1 where the change is refused; 2 for bad usage or I/O.
            """)

    enum Switch: String, EnumerableFlag {
        case archive, unarchive, disable, enable
    }

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The short link: https://example.page.link/CODE.")
    var link: String

    @Option(help: "Where the link is to lead.")
    var longLink: String?

    @OptionGroup var said: LinkFieldOptions

    @Flag(help: "Leave it out of lists, or not; have it answer as if it had expired, or not.")
    var switches: [Switch] = []

    @Flag(help: "Print the link as JSON.")
    var json = false

    func run() throws {
        let key = try LinkRules.key(link)
        var patch = try said.patch()
        patch.longLink = longLink
        for choice in switches {
            switch choice {
            case .archive: patch.isArchived = true
            case .unarchive: patch.isArchived = false
            case .disable: patch.isDisabled = true
            case .enable: patch.isDisabled = false
            }
        }
        guard patch != LinkPatch() else { throw Failure("say what is to change; see fingerpost link update --help") }
        var warnings: [ShortLinkWarning] = []
        if var longLink {
            var checker = try LinkRules.checker(option.rules)
            warnings = try LinkRules.orRefuse { () throws(ShortLinkFault) in
                try checker.admit(&longLink, on: String(key.domain))
            }
            patch.longLink = longLink
        }
        let store = try option.open(.change)
        let change = LinkChange.update(key, patch, at: Int64(time(nil)))
        let record = try LinkRules.orFail { () throws(StoreError) in try store.apply(change).link }
        LinkRules.say(warnings)
        LinkText.print(record, json: json)
    }
}
