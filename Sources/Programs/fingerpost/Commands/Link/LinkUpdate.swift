import ArgumentParser
import Glibc
import LinkCatalog
import Links
import LinkStore
import Routing
import ServiceFiles
import Terminal

struct LinkUpdate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Updates a link; its code stays the same.",
        discussion: """
            An empty value removes a name, a note, the tags, a time or a target, and 0 removes the maximum of clicks.

            --long-link with an address replaces the target and keeps apps, fallbacks, preview and campaign. A long \
            Dynamic Link of a link domain replaces all of them; if it omits an app of the link, --no-apps is required. \
            Exit code 0; 1 if the change is refused; 2 for usage or I/O errors.

            Examples:
              fingerpost link update https://links.example.com/abcd --name Spring
              fingerpost link update https://links.example.com/abcd --long-link https://www.example.com/new
              fingerpost link update https://links.example.com/abcd --disable
              fingerpost link update https://links.example.com/abcd --password-file password.txt
            """)

    /// A flag that sets or unsets a field.
    struct Switch: EnumerableFlag, CustomStringConvertible {
        let field: LinkField
        let value: Bool
        let description: String

        static let allCases = LinkField.allCases.flatMap { field in
            field.row.switches.map { names in
                [
                    Switch(field: field, value: true, description: names.on),
                    Switch(field: field, value: false, description: names.off),
                ]
            } ?? []
        }

        static func name(for value: Switch) -> NameSpecification { .customLong(value.description) }
    }

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The short link: https://example.page.link/CODE.")
    var link: String

    @Option(
        name: [.long, .customLong("payload")],
        help: "The link's new target: an address, or a long Dynamic Link.")
    var longLink: String?

    @Flag(help: "With --long-link: allow fewer apps, or none.")
    var noApps = false

    @OptionGroup var said: LinkFieldOptions

    @OptionGroup var password: LinkPasswordOption

    @Flag(help: "Remove the password.")
    var noPassword = false

    @Flag(
        help: ArgumentHelp(
            "Hide the link from lists or show it; disable or enable it; mark it as harmful or safe.",
            discussion: "An unsafe link warns and leads nowhere; a safe one works again."))
    var switches: [Switch] = []

    @Flag(help: "Print the link as JSON.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        if noApps, longLink == nil { throw Failure("--no-apps needs --long-link") }
        if noPassword, password.passwordFile != nil {
            throw Failure("--no-password and --password-file can't be combined")
        }
        let key = try LinkRules.key(link)
        var patch = try said.patch()
        if noPassword { patch[.password] = .empty }
        if let given = try password.given() { patch[.password] = given }
        patch.hashPassword()
        patch.longLink = longLink
        for choice in switches { patch[choice.field] = .flag(choice.value) }
        guard patch != LinkPatch() else { throw Failure("nothing to change; see fingerpost link update --help") }
        var warnings: [ShortLinkWarning] = []
        var lacking: [String] = []
        var condition = RevisionCondition.any
        var store: LinkStore?
        if patch.hasTarget {
            var checker = try LinkRules.checker(option.rules)
            if longLink != nil {
                let opened = try option.open(.change)
                (store, condition) = (opened, try retarget(&patch, of: key, in: opened, checker, &lacking))
            }
            warnings = try LinkRules.orRefuse { () throws(ShortLinkFault) in
                try checker.admit(&patch, on: String(key.domain))
            }
        }
        let writer = try store ?? option.open(.change)
        let change = LinkChange.update(key, patch, if: condition, at: Int64(time(nil)))
        let record = try LinkRules.orFail { () throws(StoreError) in try writer.apply(change).link }
        LinkRules.say(warnings, lacking)
        LinkText.print(record, json: json, warnings: warnings)
    }

    /// Composes the long link from the new target and the existing link.
    ///
    /// - Returns: The revision of the existing link.
    private func retarget(
        _ patch: inout LinkPatch, of key: LinkKey, in store: LinkStore, _ checker: borrowing LinkChecker,
        _ lacking: inout [String]
    ) throws -> RevisionCondition {
        guard let stated = longLink else { return .any }
        let link = try LinkRules.orFail { () throws(StoreError) in try store.liveLink(key) }
        let former = LinkTarget(link.longLink)
        var target = LinkTarget(stated)
        if LinkTarget.isLongLink(stated, on: checker.sites.flatMap(\.hosts)) {
            let lost = target.lostApps(since: former)
            guard noApps || lost.isEmpty else {
                throw Refusal(
                    "the long link omits \(lost.joined(separator: " and ")), which the link opens now; use a "
                        + "plain address to keep it, or --no-apps to drop it")
            }
            patch.longLink = stated
        } else {
            target = former
            target.lead(to: stated)
            if noApps { target.removeApps() }
            patch.longLink = target.longLink(on: String(key.domain))
        }
        let apps = checker.site(of: String(key.domain))?.linkableApps ?? []
        if !noApps { lacking = target.appWarnings(apps) }
        return .oneOf([link.revision])
    }
}
