import ArgumentParser

/// `source …`: the source of truth of many nodes.
struct SourceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source",
        abstract: "Manages the source of truth that many nodes follow.",
        discussion: """
            PostgreSQL, or an engine that speaks its protocol, has the links; each node serves a replica of them. The address \
            is `--source`, FINGERPOST_SOURCE or `source` in fingerpost.yaml; its password is in a file of its own.
            """,
        subcommands: [
            SourceInit.self, SourceStatusCommand.self, SourceCheckCommand.self, SourcePush.self, SourceCollect.self,
            SourceRecovered.self, SourceRotate.self,
        ])
}
