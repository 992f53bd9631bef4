import ArgumentParser

/// `source …`: the source of truth of many nodes.
struct SourceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source",
        abstract: "Manages the source of truth that many nodes follow.",
        discussion: """
            PostgreSQL, or an engine with its protocol, contains the links; each node serves a replica. The address is \
            `--source`, FINGERPOST_SOURCE or `source` in fingerpost.yaml; its password is in a separate file.
            """,
        subcommands: [
            SourceInit.self, SourceStatusCommand.self, SourceCheckCommand.self, SourcePush.self, SourceCollect.self,
            SourceForget.self, SourceRecovered.self, SourceRotate.self,
        ])
}
