import ArgumentParser
import ByteText
import Glibc
import Terminal
import Texts

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows the status of the running daemon.",
        discussion: """
            Connects to the control socket of the daemon with the same store. The status has the rules and their last \
            reload, rates, decisions, workers, store, source, certificates, lost log lines, and the last refused \
            requests. --watch repeats it until Ctrl-C. Exit code 0; 1 if the daemon refuses; 2 for usage errors, or if \
            no daemon answers.

            Examples:
              fingerpost status
              fingerpost status --watch --every 5
              fingerpost status --json
            """)

    @OptionGroup var control: ControlOption

    @Flag(help: "Repeat the output, with the rates since the previous one.")
    var watch = false

    @Option(help: "The interval of --watch in seconds.")
    var every = 2

    @Flag(help: "Print the daemon's JSON, one line per interval.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func validate() throws {
        guard (1...3600).contains(every) else { throw ValidationError("--every: a number of seconds from 1 to 3600") }
    }

    func run() throws {
        let first = try control.status()
        guard watch else { return print(first, since: nil) }
        Interruption.expect()
        show(.success(first), since: nil)
        var last = first
        while sleeps() {
            do {
                let next = try control.status()
                show(.success(next), since: last)
                last = next
            } catch let failure as Failure {
                // The daemon may be restarting.
                show(.failure(failure), since: nil)
            }
        }
        if Terminal.output.isTerminal { Output.write([0x0A]) }
    }

    /// Waits for the next refresh. Returns `false` after Ctrl-C.
    private func sleeps() -> Bool {
        guard !Interruption.isRequested else { return false }
        // A signal interrupts the wait.
        _ = poll(nil, 0, Int32(every * 1000))
        return !Interruption.isRequested
    }

    private func print(_ status: JSONValue, since last: JSONValue?) {
        if json { return Output.line(status.text) }
        Output.lines(StatusText(status, since: last, width: Terminal.currentWidth).lines)
    }

    /// Shows a status: on a terminal it replaces the previous one, elsewhere it is appended.
    private func show(_ look: Result<JSONValue, Failure>, since last: JSONValue?) {
        let isPage = Terminal.output.isTerminal && !json
        if isPage { Output.write(Array("\u{1B}[H\u{1B}[2J".utf8)) }
        switch look {
        case .success(let status):
            print(status, since: last)
            if !isPage, !json { Output.line("") }
        case .failure(let failure): Output.errorLines(failure.message)
        }
    }
}
