import ArgumentParser
import ByteText
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
            site's url_patterns allow. With --payload the long link is written from the options and the site's apps: for \
            each system the first that the site's file lists. It is checked against the rules as a click would be. Exit \
            code 0; 1 if it is refused; 2 for usage or I/O errors.

            Examples:
              fingerpost link create --domain example.page.link --payload https://www.example.com/sale --expires 30d
              fingerpost link create --payload https://www.example.com/a --utm-source mail --title Sale --code sale
              fingerpost link create --payload https://www.example.com/a --no-apps --dry-run
              fingerpost link create 'https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F'
            """)

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The link's destination, written out; or see --payload.")
    var longLink: String?

    @OptionGroup var about: LinkDescriptionOptions

    @Option(
        help: "The link domain: example.page.link, links.example.com/go (default: the long link's, or the only one).")
    var domain: String?

    @Option(help: "A custom code (default: four free characters).")
    var code: String?

    @Flag(help: "Use an unguessable code of 17 characters.")
    var unguessable = false

    @OptionGroup var said: LinkFieldOptions

    @Flag(help: "Check the link, print its destination and create nothing.")
    var dryRun = false

    @Flag(help: "Print the link as JSON.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        var fields = try stated()
        var checker = try LinkRules.checker(option.rules)
        try LinkRules.orRefuse { () throws(ShortLinkFault) in try checker.complete(&fields) }
        guard fields.domain != nil else {
            throw Failure("--domain: name a link domain, such as example.page.link")
        }
        let (creation, warnings) = try LinkRules.orRefuse { [fields] () throws(ShortLinkFault) in
            try checker.admit(LinkDraft(fields), at: Int64(time(nil)))
        }
        if dryRun {
            LinkRules.say(warnings)
            return Output.line(creation.record.longLink)
        }
        let store = try option.open(.fill)
        let record = try LinkRules.orFail { () throws(StoreError) in try store.apply(.create(creation)).link }
        LinkRules.say(warnings)
        json ? LinkText.print(record, json: true, warnings: warnings) : Output.line(record.link)
    }

    /// What the options state of the link.
    func stated() throws -> LinkFields {
        var fields = LinkFields()
        fields.patch = try said.patch()
        fields.description = try about.described()
        guard (longLink == nil) != (fields.description == nil) else {
            throw Failure("give the link's destination written out, or --payload; see fingerpost link create --help")
        }
        if unguessable, code != nil { throw Failure("--code and --unguessable can't be combined") }
        if dryRun, json { throw Failure("--dry-run and --json can't be combined") }
        fields.patch.longLink = longLink
        fields.domain = domain ?? longLink.flatMap(Self.domain)
        fields.code = code
        fields.suffix = unguessable ? .unguessable : nil
        fields.patch.isManaged = fields.patch.name != nil
        return fields
    }

    /// The link domain of a long Dynamic Link; nil for any other address.
    private static func domain(of longLink: String) -> String? {
        guard let link = try? LongLink(parsing: longLink), link[.link] != nil else { return nil }
        return link.domain
    }
}
