import ArgumentParser
import ByteText
import Terminal

struct ControlDisable: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Disables a site's links, or one short link, at once.",
        discussion: """
            Once this command ends, clicks get the page for paused links with status 410, on front and edge. A site \
            remains disabled through reloads and restarts until its time is over or it is enabled; a link is disabled \
            as by the API, on all nodes of a source. Exit code 0; 1 if there is no such site or link, or the daemon \
            refuses; 2 for usage errors, or if no daemon answers.

            Examples:
              fingerpost control disable site shop --for 2h --reason "abuse report 4711"
              fingerpost control disable link example.page.link/WXYZ --reason phishing
            """)

    @Argument(help: "site or link.")
    var kind: ControlSubject

    @Argument(help: "The site's name, or the link: https://example.page.link/CODE.")
    var name: String

    @Option(
        name: .customLong("for"), help: "The duration for a site: 30min, 2h or 7d (default: until it is enabled).")
    var span: String?

    @Option(help: "The reason, for the audit log, and for a site the status.")
    var reason: String

    @OptionGroup var control: ControlOption

    @OptionGroup var terminal: TerminalOption

    func validate() throws {
        guard let span else { return }
        guard kind == .site else {
            throw ValidationError("--for is for sites; a link stays off until it is enabled")
        }
        guard ControlSpan.seconds(span) != nil else { throw ControlSpan.invalid(span) }
    }

    func run() throws {
        var parameters = [(kind.rawValue, try kind.name(name)), ("reason", reason)]
        if let seconds = span.flatMap(ControlSpan.seconds) { parameters.append(("seconds", "\(seconds)")) }
        let answer = try control.ask("POST", "/v1/disable", parameters)
        Output.line("disabled \(kind.rawValue) \(name)\(Self.end(of: name, in: answer))")
        Self.warnIfNotKept(answer)
    }

    private static func end(of site: String, in answer: JSONValue) -> String {
        let row = answer["disabled_sites"]?.array?.first { $0["site"]?.string == site }
        return row?["until"]?.string.map { " until \($0)" } ?? ""
    }

    /// Warns if the change could not be persisted and ends with the process.
    static func warnIfNotKept(_ answer: JSONValue) {
        guard let problem = answer["not_kept"]?.string else { return }
        Output.error("warning: this lasts only until the daemon exits: \(problem)")
    }
}
