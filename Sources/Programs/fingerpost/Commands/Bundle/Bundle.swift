import ArgumentParser

/// `bundle …`: rules for many nodes in one signed file.
struct Bundle: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Signs rules for many nodes, which fetch them over https.",
        discussion: """
            A bundle is a rules directory as one .tar.gz with a signature. A node started with serve --rules https://… \
            fetches it, verifies it with --bundle-key, and keeps the last valid one.
            """,
        subcommands: [BundleKeygen.self, BundleSign.self, BundleVerify.self])
}
