import ArgumentParser
import LinkSource

struct SourceInit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Makes the tables of a source.",
        discussion: """
            Makes what is missing and changes nothing that is there, so that it can be run again, and after an upgrade has \
            to be. The role needs the right to create tables in its schema; nodes need only to read and write them. \
            Exit code 0; 2 for usage errors, or if the source can't be reached.

            Examples:
              fingerpost source init --source postgresql://fingerpost@db.internal/links
            """)

    @OptionGroup var option: SourceOption
    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let made = try option.ask { source in try await source.prepare() }
        let number = String(made.id, radix: 16)
        Output.line("source \(number): \(made.isNew ? "made" : "was there"), tables of version \(made.schema)")
    }
}
