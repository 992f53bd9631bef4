import ArgumentParser
import ByteText
import Glibc
import LinkCatalog
import Links
import LinkStore
import Routing
import ServiceFiles
import Terminal

struct LinkCreate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Creates a short link.",
        discussion: """
            The link leads to the given address and opens the site's apps, the first in the site's file for each \
            system. --no-apps creates a plain redirect. A long Dynamic Link of a link domain, \
            https://example.page.link/?link=…&apn=…, is stored unchanged. The link is checked against the rules as a \
            click would be. Exit code 0; 1 if it is refused; 2 for usage or I/O errors.

            Examples:
              fingerpost link create https://www.example.com/sale --domain example.page.link --expires 30d
              fingerpost link create https://www.example.com/a --utm-source mail --title Sale --code sale
              fingerpost link create https://www.example.com/a --no-apps --dry-run
              fingerpost link create 'https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F'
            """)

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The address that the link leads to, or a long Dynamic Link.")
    var target: String?

    @OptionGroup var about: LinkDescriptionOptions

    @Option(
        help: "The link domain: example.page.link, links.example.com/go (default: the long link's, or the only one).")
    var domain: String?

    @Option(help: "A custom code (default: four generated characters).")
    var code: String?

    @Flag(help: "Use an unguessable code of 17 characters.")
    var unguessable = false

    @OptionGroup var said: LinkFieldOptions

    @OptionGroup var password: LinkPasswordOption

    @Flag(help: "Check the link, print its destination and create nothing.")
    var dryRun = false

    @Flag(help: "Print the link as JSON.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        try requireConsistentOptions()
        var checker = try LinkRules.checker(option.rules)
        var fields = try stated(on: checker.sites.flatMap(\.hosts))
        try LinkRules.orRefuse { () throws(ShortLinkFault) in try checker.complete(&fields) }
        guard fields.domain != nil else {
            throw Failure("--domain: expected a link domain, such as example.page.link")
        }
        var (creation, warnings) = try LinkRules.orRefuse { [fields] () throws(ShortLinkFault) in
            try checker.admit(LinkDraft(fields), at: Int64(time(nil)))
        }
        let lacking = about.noApps ? [] : try missingApps(creation.record, checker)
        if dryRun {
            LinkRules.say(warnings, lacking)
            return Output.line(creation.record.longLink)
        }
        creation.record.hashPassword()
        let store = try option.open(.fill)
        let record = try LinkRules.orFail { () throws(StoreError) in try store.apply(.create(creation)).link }
        LinkRules.say(warnings, lacking)
        json ? LinkText.print(record, json: true, warnings: warnings) : Output.line(record.link)
    }

    private func requireConsistentOptions() throws {
        guard (target == nil) != (about.payload == nil) else {
            throw Failure("give the address that the link leads to, or --payload; see fingerpost link create --help")
        }
        if unguessable, code != nil { throw Failure("--code and --unguessable can't be combined") }
        if dryRun, json { throw Failure("--dry-run and --json can't be combined") }
        _ = try said.patch()
    }

    /// The link fields given by options.
    ///
    /// - Parameter domains: All link domains. An address on one of them that contains a target is a long link; any
    ///   other is a target.
    func stated(on domains: [String]) throws -> LinkFields {
        var fields = LinkFields()
        fields.patch = try said.patch()
        if let given = try password.given() { fields.patch[.password] = given }
        fields.domain = domain
        fields.code = code
        fields.suffix = unguessable ? .unguessable : nil
        fields.patch.isManaged = fields.patch.name != nil
        if let target, LinkTarget.isLongLink(target, on: domains) {
            if let option = about.firstOption {
                throw Failure("\(option) can't be combined with a long link")
            }
            fields.patch.longLink = target
            if domain == nil { fields.domain = try? LongLink(parsing: target).domain }
        } else if let target, about.noApps, about.isPlain {
            // A plain redirect, whose address does not contain the domain.
            guard let domain = domain ?? (domains.count == 1 ? domains[0] : nil) else {
                throw Failure("--domain: expected a link domain, such as example.page.link")
            }
            fields.domain = domain
            fields.patch.longLink = LinkTarget(address: target).longLink(on: domain)
        } else {
            if domain == nil, target != nil, domains.count != 1 {
                throw Failure("--domain: expected a link domain, such as example.page.link")
            }
            fields.description = try about.described(target)
        }
        return fields
    }

    private func missingApps(_ record: LinkRecord, _ checker: borrowing LinkChecker) throws -> [String] {
        let apps = checker.site(of: String(record.key.domain))?.linkableApps ?? []
        return LinkTarget(record.longLink).appWarnings(apps)
    }
}
