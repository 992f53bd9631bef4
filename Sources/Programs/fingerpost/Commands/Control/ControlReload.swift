import ArgumentParser
import ByteText

struct ControlReload: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Loads rules, certificates and tokens again, and says what came of it.",
        discussion: """
            What SIGHUP does, with an answer. What has errors changes nothing; warnings are on \
            standard error. Exit code 0; 1 if the rules are refused, with \
            what is wrong on standard error; 2 for usage errors, or if no daemon answers.

            Examples:
              fingerpost control reload
            """)

    @OptionGroup var control: ControlOption

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let answer = try control.ask("POST", "/v1/reload", [])
        let (sites, rules) = (answer["sites"]?.number?.int ?? 0, answer["rules"]?.number?.int ?? 0)
        for warning in answer["warnings"]?.array ?? [] { Output.error(warning.string ?? "") }
        Output.line("loaded \(answer["hash"]?.string ?? ""): \(counted(sites, "site")), \(counted(rules, "rule"))")
    }
}
