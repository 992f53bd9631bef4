import ArgumentParser
import LinkSource
import Terminal

struct SourceRecovered: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recovered",
        abstract: "Informs the nodes that a source lost changes.",
        discussion: """
            For use after restoring a backup, or after a failover that lost changes. Raises the epoch, so that every \
            node resyncs while it serves, and new versions are above all earlier ones. Nodes also detect a loss \
            automatically; this protects clients that still have the ETag of a lost change. Exit code 0; 2 for usage \
            errors, or if the source can't be reached.

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
