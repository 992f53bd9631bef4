import ArgumentParser
import LinkSource
import Terminal

struct SourceForget: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Removes a node that is gone from a source.",
        discussion: """
            The node is no longer listed, and its counts are added to those of all nodes. Clicks that it has counted but not \
            sent are lost. Its portions of max_clicks stay used, since it may have answered these clicks. A node that has \
            reported within five minutes is refused: stop it first. A forgotten node that starts again is listed again \
            and counts from 0. \
            Exit code 0; 1 if the node seems to run; 2 for unknown nodes and usage errors, or if the source can't be reached.

            Examples:
              fingerpost source status
              fingerpost source forget node7
            """)

    @OptionGroup var option: SourceOption

    @Argument(help: "The node's name, as in `fingerpost source status`.")
    var node: String

    @Flag(help: "Forget it even if it has reported within five minutes.")
    var force = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        switch try option.ask({ source in try await source.forget(node: node, isForced: force) }) {
        case .forgotten: Output.line("\(node) forgotten")
        case .isRunning(let age):
            Output.error(
                "\(node) reported \(age) s ago, so it seems to run; stop it and wait until that is "
                    + "\(Source.silence) s ago, or use --force")
            throw ExitCode(1)
        case .unknown(let names):
            let known = names.isEmpty ? "the source has none" : "known: \(names.joined(separator: ", "))"
            throw Failure("unknown node \(node); \(known)")
        }
    }
}
