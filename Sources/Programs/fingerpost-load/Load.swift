import ArgumentParser

/// The program: clients that load a server, one that costs next to nothing, and a writer that loads a store. Measurements and tests run it beside what they
/// look at, and kill it.
@main
struct Load: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fingerpost-load", abstract: "Loads a server or a store.",
        subcommands: [OpenLoop.self, Streams.self, Hold.self, Answer.self, StoreWriter.self])
}
