import ArgumentParser
import LinkSource

struct SourceForget: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Removes a node that is gone from a source.",
        discussion: """
            The node is no longer listed, and its counts become part of those of all nodes. Clicks that it had counted and not \
            sent are lost. Portions of links with max_clicks that it had stay used, since it may have answered these \
            clicks. A node that was heard of within five minutes is refused: stop it first. If a node that was forgotten \
            starts again, it is listed again and counts from 0. \
            Exit code 0; 1 if the node seems to run; 2 for unknown nodes and usage errors, or if the source can't be reached.

            Examples:
              fingerpost source status
              fingerpost source forget node7
            """)

    @OptionGroup var option: SourceOption

    @Argument(help: "The node's name, as in `fingerpost source status`.")
    var node: String

    @Flag(help: "Forget it even if it was heard of within five minutes.")
    var force = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        switch try option.ask({ source in try await source.forget(node: node, isForced: force) }) {
        case .forgotten: Output.line("\(node) forgotten")
        case .isRunning(let age):
            Output.error(
                "\(node) was heard of \(age) s ago, so it seems to run; stop it and wait until that is "
                    + "\(Source.silence) s ago, or use --force")
            throw ExitCode(1)
        case .unknown(let names):
            let known = names.isEmpty ? "the source has none" : "known: \(names.joined(separator: ", "))"
            throw Failure("there is no node \(node) at the source; \(known)")
        }
    }
}
