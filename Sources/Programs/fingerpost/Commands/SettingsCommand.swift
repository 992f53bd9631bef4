import ArgumentParser
import ByteText
import Configuration
import Rules
import ServiceFiles
import Settings
import Terminal
import Texts

struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Lists the daemon's active settings and their origins.",
        discussion: """
            Lists the active values of the daemon with the same store, from its control socket, with values in files \
            that it has not applied yet. Without a running daemon, lists the values for its start, and reports the \
            reason. A setting is taken from a flag of serve, then its environment variable, the file in \
            FINGERPOST_SETTINGS, fingerpost.yaml in the rules directory, and its default. An unknown variable \
            FINGERPOST_… is reported. Secrets are shown as file names only. Exit code 0; 2 for settings that can't be \
            used, usage or I/O errors.

            Examples:
              fingerpost settings --rules /etc/fingerpost/rules
              fingerpost settings --all
            """)

    @OptionGroup var control: ControlOption

    @Flag(help: "Describe each setting and the ways to set it, and list all other environment variables.")
    var all = false

    @Flag(help: "Print one JSON line per setting, and with --all one per environment variable.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let rules = control.store.rules.rules
        let read = try RulesOption.settings(rules)
        let file = read.file
        var diagnostics = read.diagnostics
        let variables = ProcessEnvironment.variables
        var flags: [String: [String]] = [:]
        if let path = rules { flags["rules"] = [path] }
        if let path = control.store.store.store { flags["store"] = [path] }
        diagnostics += SettingsResolver.resolve(file: file, environment: variables, flags: flags).diagnostics
        let running = RunningSettings(control)
        let settings =
            running.rows ?? SettingsResolver.inForce(file: file, environment: variables, flags: flags)
        let places = running.rows == nil ? places(RulesOption.place(rules)) : [:]
        let text = SettingsText(
            settings: settings, places: places, variables: running.rows == nil ? variables : [:], environment: variables
        )
        if json {
            text.json(withVariables: all).forEach { Output.line($0.text) }
        } else {
            Output.lines(all ? text.details(width: Terminal.output.width) : text.table.lines(for: .output))
            Output.lines(text.notes(unknownBecause: running.reason).map { [StyledText($0)] })
        }
        diagnostics.forEach(Output.diagnostic)
        if diagnostics.contains(where: { $0.severity == .error }) { throw ExitCode(2) }
    }

    /// The default paths of the rules and the store, used if no setting names others.
    private func places(_ rules: String) -> [String: String] {
        ["rules": rules, "store": StorePlace(named: nil).directory]
    }
}
