import ArgumentParser

/// `receipts …`: decisions with everything that led to them.
struct ReceiptsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipts",
        abstract: "Exports decisions with the rules and links that led to them, and verifies them.",
        discussion: """
            A file of receipts has lines of a decision log, the rule sets that decided them, and the state of each short \
            link at the time. Others can make each decision again, without this machine's rules and links.
            """,
        subcommands: [ReceiptsExport.self, ReceiptsVerify.self])
}
