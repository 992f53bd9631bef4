import ArgumentParser
import ByteText
import CommandFiles
import Glibc
import Lab
import Links
import QRCode
import Terminal
import Texts

struct LabCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lab",
        abstract: "Tests a link on the phone in your hand, and compares with the predictions.",
        discussion: """
            Opens a page of the running daemon on the link's site and prints its address as a QR code. The page shows a dozen \
            ways to open the link. The daemon records the requests that follow, the tester chooses the outcomes that it \
            can't see, and each result is compared with the prediction of `outcomes`. Ends when the tester chooses Finish, at \
            the end of the time, or with Ctrl-C. Whoever has the address can use the page until then.

            Connects to the control socket of the daemon with the same store. Exit code 0 if everything is as predicted; 1 \
            if not, or if the rules refuse the link; 2 for usage errors, or if no daemon answers.

            Examples:
              fingerpost lab https://example.page.link/WXYZ
              fingerpost lab https://example.page.link/WXYZ --minutes 20 --evidence pixel8.jsonl
            """)

    @Argument(help: "The link, in full.")
    var link: String

    @Option(help: "The duration of the test in minutes, 1 to 1440.")
    var minutes = LabSessions.usualMinutes

    @Option(
        help: "The file to which the result is written, as a line of evidence for `outcomes --evidence`.",
        completion: .file())
    var evidence: String?

    @OptionGroup var replacing: ForceOption

    @OptionGroup var control: ControlOption

    @Flag(help: "Print the daemon's JSON: one line when the test begins, and one for each change.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    /// The interval in which the daemon is asked, in milliseconds.
    private static let interval: Int32 = 1_000

    func validate() throws {
        guard LabSessions.minutes.contains(minutes) else {
            throw ValidationError(
                "--minutes: a number from \(LabSessions.minutes.lowerBound) to \(LabSessions.minutes.upperBound)")
        }
    }

    func run() throws {
        if let evidence { try OutputFile.check(evidence, force: replacing.force) }
        let address = TypedLink.withScheme(link)
        var test = try control.ask("POST", "/v1/lab/open", [("link", address), ("minutes", "\(minutes)")])
        guard let id = test["id"]?.string else { throw Failure("the daemon's answer has no id") }
        begin(test)
        Interruption.expect()
        var goesOn = true
        while goesOn, test["finished"]?.bool != true {
            // Once more after Ctrl-C.
            goesOn = waits()
            // The last known state is the result of a test whose time is over.
            guard let next = try? control.ask("GET", "/v1/lab", [("id", id)]) else { break }
            show(next, since: test)
            test = next
        }
        _ = try? control.ask("POST", "/v1/lab/close", [("id", id)])
        try finish(test)
    }

    private func waits() -> Bool {
        guard !Interruption.isRequested else { return false }
        // A signal interrupts the wait.
        _ = poll(nil, 0, Self.interval)
        return !Interruption.isRequested
    }

    // MARK: - Printing

    private func begin(_ test: JSONValue) {
        if json { return Output.line(test.text) }
        let url = test["url"]?.string ?? ""
        if Terminal.output.isTerminal, let code = try? QRCode(url.utf8.span) {
            let lines = code.text().split(separator: "\n")
            Output.write(
                Array(
                    lines.map { Terminal.output.hasColours ? "\u{1B}[97;40m\($0)\u{1B}[0m\n" : "\($0)\n" }.joined().utf8
                ))
        }
        Output.line(url)
        Output.line("Open this address on the phone, or scan the code. Ctrl-C ends the test.")
    }

    private func show(_ test: JSONValue, since last: JSONValue) {
        guard test != last else { return }
        if json { return Output.line(test.text) }
        Output.lines(LabProgressText(test, since: last).lines)
    }

    private func finish(_ test: JSONValue) throws {
        guard let line = test["evidence"], !line.isNull else {
            throw Refusal("the phone has not opened the test; nothing was recorded")
        }
        if let evidence {
            try OutputFile.write(
                Array((line.text + "\n").utf8), to: evidence, force: replacing.force, mode: 0o644)
        }
        if !json { Output.lines(LabProgressText(test, since: nil).summary) }
        let taps = line["taps"]?.array ?? []
        if taps.contains(where: { $0["fits"]?.bool == false }) { throw ExitCode(1) }
    }
}
