import ArgumentParser

/// `token …`: the file of the callers that may write to the daemon.
struct Token: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Keeps the tokens and API keys of those who may make links or have the daemon reload.",
        discussion: """
            The tokens file holds names and digests; a secret is shown once, when it is made. A daemon that runs takes \
            changes over when it reloads (kill -HUP).
            """,
        subcommands: [TokenCreate.self, TokenListCommand.self, TokenRevoke.self])
}
