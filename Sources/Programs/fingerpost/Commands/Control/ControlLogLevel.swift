import ArgumentParser
import ByteText
import Terminal

struct ControlLogLevel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log-level",
        abstract: "Turns logging of client errors on standard error on or off.",
        discussion: """
            debug logs each failed TLS handshake, unreadable request, and client refused by a limit, with the client's \
            address: at most ten per second and worker. notice, the level at start, logs no client errors. Exit code \
            0; 1 if the daemon refuses; 2 for usage errors, or if no daemon answers.

            Examples:
              fingerpost control log-level debug --for 10min
              fingerpost control log-level notice
            """)

    /// The log levels.
    enum Level: String, ExpressibleByArgument, CaseIterable {
        case notice, debug
    }

    @Argument(help: "notice or debug.")
    var level: Level

    @Option(name: .customLong("for"), help: "The duration: 30min, 2h or 7d (default: until it is changed).")
    var span: String?

    @OptionGroup var control: ControlOption

    @OptionGroup var terminal: TerminalOption

    func validate() throws {
        if let span, ControlSpan.seconds(span) == nil { throw ControlSpan.invalid(span) }
    }

    func run() throws {
        var parameters = [("level", level.rawValue)]
        if let seconds = span.flatMap(ControlSpan.seconds) { parameters.append(("seconds", "\(seconds)")) }
        let answer = try control.ask("POST", "/v1/log-level", parameters)
        let end = answer["log_level"]?["until"]?.string.map { " until \($0)" } ?? ""
        Output.line("log level \(level.rawValue)\(end)")
    }
}
