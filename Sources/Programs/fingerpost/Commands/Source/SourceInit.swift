import ArgumentParser
import LinkSource
import Terminal

struct SourceInit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Creates the tables of a source.",
        discussion: """
            Creates missing tables and changes no existing ones, so it can be repeated, and must be after an upgrade. \
            The role needs the right to create tables in its schema; nodes only read and write them. Exit code 0; 2 \
            for usage errors, or if the source can't be reached.

            Examples:
              fingerpost source init --source postgresql://fingerpost@db.internal/links
            """)

    @OptionGroup var option: SourceOption
    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let made = try option.ask { source in try await source.prepare() }
        let number = String(made.id, radix: 16)
        Output.line("source \(number): \(made.isNew ? "created" : "already exists"), tables of version \(made.schema)")
    }
}
