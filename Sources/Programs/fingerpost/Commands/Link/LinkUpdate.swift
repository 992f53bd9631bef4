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
        var fields = try said.fields()
        fields.longLink = longLink
        for choice in switches {
            switch choice {
            case .archive: fields.isArchived = true
            case .unarchive: fields.isArchived = false
            case .disable: fields.isDisabled = true
            case .enable: fields.isDisabled = false
            }
        }
        guard fields != LinkFields() else { throw Failure("say what is to change; see fingerpost link update --help") }
        var warnings: [ShortLinkWarning] = []
        if var longLink {
            var checker = try LinkRules.checker(option.rules)
            warnings = try LinkRules.orRefuse { () throws(ShortLinkFault) in
                try checker.admit(&longLink, on: String(key.domain))
            }
            fields.longLink = longLink
        }
        let store = try option.open(.change)
        let now = Int64(time(nil))
        let record = try LinkRules.orFail { [fields] () throws(StoreError) in
            try store.write { transaction throws(StoreError) in
                try fields.update(key, in: &transaction, at: now)
            }
        }
        LinkRules.say(warnings)
        LinkText.print(record, json: json)
    }
}
