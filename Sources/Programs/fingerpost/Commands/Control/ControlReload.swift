import AdminAPI
import ArgumentParser
import ByteText
import Settings
import Terminal

struct ControlReload: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Reloads settings, rules, certificates and tokens, and prints the result.",
        discussion: """
            Does the same as SIGHUP and reports the result. Errors change nothing. Warnings, and settings that need a \
            restart, are printed on standard error. Exit code 0; 1 if the rules are refused, with the errors on \
            standard error; 2 for usage errors, or if no daemon answers.

            Examples:
              fingerpost control reload
            """)

    @OptionGroup var control: ControlOption

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let answer = try control.ask("POST", "/v1/reload", [])
        let (sites, rules) = (answer["sites"]?.number?.int ?? 0, answer["rules"]?.number?.int ?? 0)
        for warning in answer["warnings"]?.array ?? [] { Output.error(warning.string ?? "") }
        for pending in SettingInForce.list(answer["pending_restart"]).compactMap(\.pendingText) {
            Output.error("warning: \(pending)")
        }
        Output.line("loaded \(answer["hash"]?.string ?? ""): \(counted(sites, "site")), \(counted(rules, "rule"))")
    }
}
