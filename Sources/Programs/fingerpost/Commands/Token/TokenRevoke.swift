import ArgumentParser
import ByteText
import Daemon

struct TokenRevoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Removes tokens and keys from the file; a daemon rejects them after it reloads.",
        discussion: """
            Removes all of them or none. Exit code 0; 1 if one does not exist; 2 for usage or I/O errors.

            Examples:
              fingerpost token revoke ci
            """)

    @OptionGroup var option: TokensFileOption

    @Argument(help: "The names.")
    var names: [String]

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let file = try option.file()
        try file.change { text in
            let known = try file.parse(text).credentials.map(\.name)
            for name in names where !known.contains(name) {
                throw Refusal("unknown token or key \(name); \(Self.hint(name, known))")
            }
            return TokenList.removing(names, from: text)
        }
        Output.error("reload a running daemon")
    }

    private static func hint(_ name: String, _ known: [String]) -> String {
        suggestion(for: name, among: known)
            ?? (known.isEmpty ? "the file has none" : "list them with `fingerpost token list`")
    }
}
