import ArgumentParser

/// The program: clients that generate load on a server, a minimal server, and a writer that fills a store. Measurements
/// and tests run it next to the program under test, and kill it.
@main
struct Load: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fingerpost-load", abstract: "Loads a server or a store.",
        subcommands: [OpenLoop.self, Streams.self, Hold.self, Answer.self, StoreWriter.self])
}
