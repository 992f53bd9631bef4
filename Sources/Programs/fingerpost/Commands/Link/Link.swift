import ArgumentParser

/// `link …`: the short-link store, with or without a running daemon.
struct Link: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Manages short links.",
        subcommands: [
            LinkCreate.self, LinkGet.self, LinkList.self, LinkUpdate.self, LinkChanges.self, LinkDelete.self,
            LinkImport.self, LinkExport.self, LinkStats.self, LinkQR.self, LinkCheck.self, LinkBackup.self,
            LinkRestore.self,
            LinkCompact.self, LinkPublish.self,
        ])
}
