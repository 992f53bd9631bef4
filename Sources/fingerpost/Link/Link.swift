import ArgumentParser

/// `link …`: the store of short links, with or without a running daemon.
struct Link: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Keeps short links: makes, finds, changes, checks and copies them.",
        subcommands: [LinkCheck.self, LinkBackup.self, LinkCompact.self])
}
