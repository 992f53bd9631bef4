import ArgumentParser
import ByteText
import Configuration
import Rules
import Settings

struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Lists the daemon's settings: what is in force, and where it comes from.",
        discussion: """
            Asks the daemon that has the same store over its control socket: its values are those in force, with the values of \
            the files that it has not taken over. If none answers, the values are those that a daemon would be started with, and \
            a line says why. A setting comes from a flag of serve, else its environment variable, else the file that FINGERPOST_SETTINGS names, \
            else fingerpost.yaml in the rules directory, else its default. A variable FINGERPOST_… that no setting has is reported. Of secrets only the \
            files are shown. Exit code 0; 2 for settings that can't be used, usage or I/O errors.

            Examples:
              fingerpost settings --rules /etc/fingerpost/rules
              fingerpost settings --all
            """)

    @OptionGroup var control: ControlOption

    @Flag(help: "Say of each setting what it is and how it is set, and list all other environment variables.")
    var all = false

    @Flag(help: "Print one JSON line per setting, and with --all one per environment variable.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let rules = control.store.rules.rules
        let read = try RulesOption.settings(rules)
        let file = read.file
        var diagnostics = read.diagnostics
        let variables = Environment.variables
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
            Output.lines(text.notes(running).map { [StyledText($0)] })
        }
        diagnostics.forEach(Output.diagnostic)
        if diagnostics.contains(where: { $0.severity == .error }) { throw ExitCode(2) }
    }

    /// Where the usual places are that hold where no setting names another.
    private func places(_ rules: String) -> [String: String] {
        ["rules": rules, "store": StorePlace(named: nil).directory]
    }
}
