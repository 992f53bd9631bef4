import ArgumentParser
import ByteText

struct ControlDrain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drain",
        abstract: "Ends the daemon when the requests under way are answered.",
        discussion: """
            What SIGTERM does: no new connections, half a minute at most for those that are open. `fingerpost status` shows how \
            far it is. Exit code 0 when it has begun; 1 if the daemon refuses; 2 for usage errors, or if no daemon answers.

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
