import ArgumentParser

/// `token …`: the clients that may write to the daemon, in its file or at the source.
struct Token: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Manages the tokens and API keys for links and reloads.",
        discussion: """
            The tokens file contains names and digests; a secret is shown once, when it is created. A running daemon \
            applies changes when it reloads (fingerpost control reload). With --source, tokens are stored at the \
            source for all its nodes.
            """,
        subcommands: [TokenCreate.self, TokenListCommand.self, TokenRevoke.self])
}
