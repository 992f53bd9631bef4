import ArgumentParser
import ByteText
import LinkCatalog
import LinkStore
import ServiceFiles
import Terminal

struct LinkChanges: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Shows the latest changes of a link.",
        discussion: """
            The latest change comes first, with its time, its client and the fields before and after. With --json each \
            change has a merge patch that restores the link as it was before. Exit code 0; 1 if the link does not \
            exist; 2 for usage or I/O errors.

            Examples:
              fingerpost link history https://links.example.com/abcd
            """)

    @OptionGroup var option: LinkStoreOption

    @Argument(help: "The short link: https://example.page.link/CODE.")
    var link: String

    @Flag(help: "Print the changes as JSON.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let key = try LinkRules.key(link)
        let store = try option.open(.read)
        let history = try LinkRules.orFail { () throws(StoreError) in try store.history(of: key) }
        guard json else { return Self.lines(of: history).forEach { Output.line($0) } }
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { history.write(to: &$0) }
        Output.write(bytes + [0x0A])
    }

    private static func lines(of history: LinkHistory) -> [String] {
        guard !history.revisions.isEmpty else { return ["no recorded changes of \(history.link.link)"] }
        return history.revisions.enumerated().flatMap { index, revision in
            let fields = LinkDifference(from: revision.former, to: history.link(after: index)).fields
            let author = revision.author.map { ", by \($0)" } ?? ""
            return ["\(Timestamp.text(revision.time))\(author)"]
                + fields.map { "  \($0.name): \($0.before.text) → \($0.after.text)" }
        }
    }
}
