import ArgumentParser
import Glibc
import LinkCatalog
import LinkStore
import Links

struct LinkCreate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Creates a short link.",
        discussion: """
            The link leads to a long Dynamic Link, https://example.page.link/?link=…&apn=…, or to any address that the \
            site's url_patterns allow. It is checked against the rules as a click would be. Exit code 0; 1 if it is \
            refused; 2 for usage or I/O errors.

            Examples:
              fingerpost link create 'https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F'
            """)

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The link's destination.")
    var longLink: String

    @Option(help: "The link domain: example.page.link, links.example.com/go (default: the long link's).")
    var domain: String?

    @Option(help: "A custom code (default: four free characters).")
    var code: String?

    @Flag(help: "Use an unguessable code of 17 characters.")
    var unguessable = false

    @OptionGroup var said: LinkFieldOptions

    @Flag(help: "Print the link as JSON.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        var checker = try LinkRules.checker(option.rules)
        var fields = LinkFields()
        fields.patch = try said.patch()
        fields.patch.longLink = longLink
        fields.domain = domain ?? Self.domain(of: longLink)
        fields.code = code
        fields.suffix = unguessable ? .unguessable : nil
        if unguessable, code != nil { throw Failure("--code and --unguessable can't be combined") }
        fields.patch.isManaged = fields.patch.name != nil
        guard fields.domain != nil else {
            throw Failure("--domain: name a link domain, such as example.page.link")
        }
        let (creation, warnings) = try LinkRules.orRefuse { [fields] () throws(ShortLinkFault) in
            try checker.admit(LinkDraft(fields), at: Int64(time(nil)))
        }
        let store = try option.open(.fill)
        let record = try LinkRules.orFail { () throws(StoreError) in try store.apply(.create(creation)).link }
        LinkRules.say(warnings)
        json ? LinkText.print(record, json: true) : Output.line(record.link)
    }

    /// The link domain of a long Dynamic Link; nil for any other address.
    private static func domain(of longLink: String) -> String? {
        guard let link = try? LongLink(parsing: longLink), link[.link] != nil else { return nil }
        return link.domain
    }
}
