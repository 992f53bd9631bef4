import ArgumentParser
import Glibc
import LinkCatalog
import LinkStore
import Links

struct LinkUpdate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Updates a link; its code stays the same.",
        discussion: """
            An empty value removes a name, a note, the tags, a time or a target, and 0 removes the maximum of clicks. Exit code 0; \
            1 if the change is refused; 2 for usage or I/O errors.

            Examples:
              fingerpost link update https://links.example.com/abcd --name Spring
              fingerpost link update https://links.example.com/abcd --expired-target https://www.example.com/over
              fingerpost link update https://links.example.com/abcd --disable
            """)

    enum Switch: String, EnumerableFlag {
        case archive, unarchive, disable, enable, unsafe, safe
    }

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The short link: https://example.page.link/CODE.")
    var link: String

    @Option(help: "The link's new destination.")
    var longLink: String?

    @OptionGroup var said: LinkFieldOptions

    @Flag(
        help: ArgumentHelp(
            "Hide the link from lists, or show it; make it answer like an expired link, or work again.",
            discussion: "An unsafe link warns and leads nowhere; a safe one works again."))
    var switches: [Switch] = []

    @Flag(help: "Print the link as JSON.")
    var json = false

    @OptionGroup var terminal: TerminalOption

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
            case .unsafe: patch.isUnsafe = true
            case .safe: patch.isUnsafe = false
            }
        }
        guard patch != LinkPatch() else { throw Failure("nothing to change; see fingerpost link update --help") }
        var warnings: [ShortLinkWarning] = []
        if longLink != nil || patch.expiredTarget != nil || patch.usedUpTarget != nil {
            var checker = try LinkRules.checker(option.rules)
            warnings = try LinkRules.orRefuse { () throws(ShortLinkFault) in
                try checker.admit(&patch, on: String(key.domain))
            }
        }
        let store = try option.open(.change)
        let change = LinkChange.update(key, patch, at: Int64(time(nil)))
        let record = try LinkRules.orFail { () throws(StoreError) in try store.apply(change).link }
        LinkRules.say(warnings)
        LinkText.print(record, json: json, warnings: warnings)
    }
}
