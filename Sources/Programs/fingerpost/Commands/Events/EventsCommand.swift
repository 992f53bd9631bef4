import ArgumentParser

/// `events …`: the events of clicks and link changes.
struct EventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Tests the delivery of events of clicks and link changes.",
        subcommands: [EventsTest.self])
}
