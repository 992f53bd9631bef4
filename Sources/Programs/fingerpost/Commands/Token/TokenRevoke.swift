import Daemon
import ArgumentParser
import ByteText

struct TokenRevoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Takes tokens and keys out of the file: a daemon that reloads lets them in no more.",
        discussion: "All are taken out or none. Exit code 0; 1 where one is not there; 2 for bad usage or I/O.")

    @OptionGroup var option: TokensFileOption

    @Argument(help: "The names.")
    var names: [String]

    func run() throws {
        let file = try option.file()
        try file.change { text in
            let known = try file.parse(text).credentials.map(\.name)
            for name in names where !known.contains(name) {
                throw Refusal("there is no token or key \(name); \(Self.hint(name, known))")
            }
            return TokenList.removing(names, from: text)
        }
        Output.error("a running daemon must reload")
    }

    private static func hint(_ name: String, _ known: [String]) -> String {
        suggestion(for: name, among: known) ?? (known.isEmpty ? "there is none" : "`fingerpost token list` names them")
    }
}
