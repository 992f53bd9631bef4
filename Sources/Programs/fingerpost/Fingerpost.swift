import ArgumentParser
import Glibc

/// The program: options, signals and printing. Everything that decides lives in the modules below.
@main
struct Fingerpost: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fingerpost",
        abstract: "Decides where a clicked link leads: into the app, to the store, to the web widget, or on to a page.",
        version: Version.text,
        subcommands: [
            Serve.self, Resolve.self, Explain.self, Inspect.self, Classify.self, Compose.self, Check.self, Test.self,
            Eval.self, ReplayCommand.self, Merge.self, Link.self, Token.self,
        ])

    /// Exit codes are part of the contract: 0, 1 for findings, 2 for bad usage, configuration or I/O.
    static func main() {
        // A reader that has gone away ends the work in Output, and a peer that has gone away must not end the daemon.
        signal(SIGPIPE, SIG_IGN)
        // A file at the limit of its size (ulimit -f) is a full disk, and no reason to die.
        signal(SIGXFSZ, SIG_IGN)
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let code as ExitCode {
            exit(withError: code)
        } catch let failure as Failure {
            Output.error(failure.message)
            exit(withError: ExitCode(2))
        } catch let refusal as Refusal {
            Output.error(refusal.message)
            exit(withError: ExitCode(1))
        } catch {
            let code = exitCode(for: error)
            if code == .success { exit(withError: error) }
            Output.error(fullMessage(for: error))
            exit(withError: ExitCode(2))
        }
    }
}
