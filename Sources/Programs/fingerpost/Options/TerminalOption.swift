import ArgumentParser
import Terminal

/// `--color`, shared by all commands.
///
/// ``Terminal`` reads the choice from the command line directly.
struct TerminalOption: ParsableArguments {
    @Option(help: "When to use colors; auto is on a terminal, without NO_COLOR.")
    var color = ColorChoice.auto
}

extension ColorChoice: ExpressibleByArgument {}
