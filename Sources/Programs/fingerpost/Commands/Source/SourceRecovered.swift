import ArgumentParser
import LinkSource

struct SourceRecovered: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recovered",
        abstract: "Tells the nodes that a source lost changes.",
        discussion: """
            After a backup was restored, or a failover lost the last changes: raises the epoch, so that every node reads \
            everything afresh while it serves, and new versions are above all that were ever given. Nodes notice a loss by \
            themselves; this also protects those who still have an ETag of a lost change. Exit code 0; 2 for usage errors, \
            or if the source can't be reached.

            Examples:
              fingerpost source recovered
            """)

    @OptionGroup var option: SourceOption
    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let epoch = try option.ask { source in try await source.recover() }
        Output.line("epoch \(epoch)")
    }
}
