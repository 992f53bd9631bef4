import ArgumentParser

/// `--color`, which every command has.
///
/// ``Terminal`` reads the choice from the command line itself.
struct TerminalOption: ParsableArguments {
    @Option(help: "When to use colors; auto is on a terminal, without NO_COLOR.")
    var color = ColorChoice.auto
}

extension ColorChoice: ExpressibleByArgument {}
