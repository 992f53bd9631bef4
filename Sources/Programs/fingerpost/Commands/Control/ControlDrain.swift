import ArgumentParser
import ByteText
import Terminal

struct ControlDrain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drain",
        abstract: "Drains and stops the daemon.",
        discussion: """
            Does the same as SIGTERM: stops accepting connections, and allows open ones half a minute. `fingerpost \
            status` shows the progress. Exit code 0 once draining has begun; 1 if the daemon refuses; 2 for usage \
            errors, or if no daemon answers.

            Examples:
              fingerpost control drain
            """)

    @OptionGroup var control: ControlOption

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let answer = try control.ask("POST", "/v1/drain", [])
        Output.line("draining: \(counted(answer["connections"]?.number?.int ?? 0, "connection")) open")
    }
}
