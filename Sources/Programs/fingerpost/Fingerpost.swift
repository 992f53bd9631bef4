import ArgumentParser
import Daemon
import Glibc

/// The program: options, signals and printing. Everything that decides lives in the modules below.
@main
struct Fingerpost: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fingerpost",
        abstract: "Decides where a clicked link leads: into the app, to the store, to the web widget, or on to a page.",
        version: Version.text,
        subcommands: [
            Serve.self, Resolve.self, Explain.self, OutcomesCommand.self, Inspect.self, Classify.self, Compose.self,
            Check.self, Test.self, AssociationCommand.self, Eval.self, ReplayCommand.self, Merge.self, Link.self,
            Token.self,
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
        } catch {
            if exitCode(for: error) == .success { exit(withError: error) }
            let (code, message) = ending(with: error)
            if let message { Output.error(message) }
            exit(withError: code)
        }
    }

    /// What an error of a command, or of its options, is to the caller: the exit code, and what standard error is to hold.
    static func ending(with error: any Error) -> (code: ExitCode, message: String?) {
        switch error {
        case let code as ExitCode: (code, nil)
        case let failure as Failure: (ExitCode(2), failure.message)
        case let fault as FileFault: (ExitCode(2), fault.description)
        case let refusal as Refusal: (ExitCode(1), refusal.message)
        default: (ExitCode(2), fullMessage(for: error))
        }
    }
}
