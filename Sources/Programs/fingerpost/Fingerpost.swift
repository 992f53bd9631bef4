import ArgumentParser
import Glibc
import Help
import ServiceFiles
import SiteSetup
import Terminal

/// The program: options, signals and printing. All decision logic is in the modules below.
@main
struct Fingerpost: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fingerpost",
        abstract: "Decides where a clicked link leads: into the app, to the store, to the web widget, or on to a page.",
        version: Version.text,
        subcommands: [
            Serve.self, StatusCommand.self, ControlCommand.self, Resolve.self, Explain.self, OutcomesCommand.self,
            LabCommand.self, Inspect.self, Classify.self, Compose.self,
            Init.self, Check.self, Test.self, AssociationCommand.self, DoctorCommand.self, Eval.self, Facts.self,
            ReplayCommand.self, Merge.self, ExportCommand.self, Link.self, SourceCommand.self, EventsCommand.self,
            Token.self, Bundle.self, ReceiptsCommand.self,
            SettingsCommand.self, Manual.self,
        ])

    /// Exit codes are part of the interface: 0 for success, 1 for findings, 2 for invalid usage, configuration or I/O errors.
    static func main() {
        // Output handles closed pipes, and a disconnected peer must not end the daemon.
        signal(SIGPIPE, SIG_IGN)
        // Exceeding the file size limit (ulimit -f) is treated as a full disk.
        signal(SIGXFSZ, SIG_IGN)
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            var command = try parse(commandLine: arguments)
            // A daemon does so once it handles them (``Server/run(drainDeadline:watchdog:upkeep:onSignal:)``).
            if !(command is Serve) { Interruption.unblockSignals() }
            try command.run()
        } catch {
            if exitCode(for: error) == .success {
                if let fault = try? CommandLineFault(helpFor: arguments, of: description()) {
                    Output.fault(fault.text)
                    exit(withError: ExitCode(2))
                }
                Output.write(Array((help(error, of: arguments) + "\n").utf8))
                exit()
            }
            let (code, message) = ending(with: error, of: arguments)
            if let message { Output.fault(message) }
            exit(withError: code)
        }
    }

    /// Requested output that is not a result: help, the version, a completion script.
    static func help(_ error: any Error, of arguments: [String], columns: Int? = nil) -> String {
        let text = fullMessage(for: error, columns: columns)
        guard let program = try? description() else { return text }
        let words = arguments.first == "help" ? Array(arguments.dropFirst()) : arguments
        return HelpText.withWholeExamples(text, of: program.command(named: words))
    }

    /// The command of a command line.
    static func parse(commandLine arguments: [String]) throws -> any ParsableCommand {
        if !callsCommand(arguments),
            let fault = CommandLineFault(unknownCommandIn: arguments, of: try description())
        {
            throw fault
        }
        return try parseAsRoot(arguments)
    }

    /// Whether the first words name an existing command. Usually they do, and then no descriptions are needed.
    private static func callsCommand(_ arguments: [String]) -> Bool {
        var commands = configuration.subcommands
        for word in arguments {
            if commands.isEmpty || word.hasPrefix("-") { return true }
            guard let next = commands.first(where: { $0._commandName == word }) else { return false }
            commands = next.configuration.subcommands
        }
        return true
    }

    /// All commands and their options.
    static func description() throws -> CommandDescription { try CommandDescription(dump: _dumpHelp()) }

    /// The effect of an error of a command or its options: the exit code, and the message for standard error.
    static func ending(with error: any Error, of arguments: [String]) -> (code: ExitCode, message: String?) {
        switch error {
        case let code as ExitCode: (code, nil)
        case let failure as Failure: (ExitCode(2), failure.message)
        case let fault as SetupFault: (ExitCode(2), Failure(fault.message).message)
        case let fault as FileFault: (ExitCode(2), Failure(fault.description).message)
        case let refusal as Refusal: (ExitCode(1), refusal.message)
        case let fault as CommandLineFault: (ExitCode(2), fault.text)
        default: (ExitCode(2), message(for: error, of: arguments))
        }
    }

    /// ArgumentParser's errors are usage errors. All others describe themselves.
    private static func message(for error: any Error, of arguments: [String]) -> String {
        let message = message(for: error)
        guard exitCode(for: error) == .validationFailure, let program = try? description() else {
            return Failure(message).message
        }
        return CommandLineFault(message, in: arguments, of: program).text
    }
}
