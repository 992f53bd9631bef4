import ArgumentParser
import Terminal

struct ControlEnable: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Enables a site's links, or one short link, again.",
        discussion: """
            Exit code 0; 1 if the site is not disabled, there is no such link, or the daemon refuses; 2 for usage \
            errors, or if no daemon answers.

            Examples:
              fingerpost control enable site shop
              fingerpost control enable link example.page.link/WXYZ --reason "false alarm"
            """)

    @Argument(help: "site or link.")
    var kind: ControlSubject

    @Argument(help: "The site's name, or the link: https://example.page.link/CODE.")
    var name: String

    @Option(help: "The reason, for the audit log.")
    var reason: String?

    @OptionGroup var control: ControlOption

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        var parameters = [(kind.rawValue, try kind.name(name))]
        if let reason { parameters.append(("reason", reason)) }
        let answer = try control.ask("POST", "/v1/enable", parameters)
        Output.line("enabled \(kind.rawValue) \(name)")
        ControlDisable.warnIfNotKept(answer)
    }
}
