import ArgumentParser
import ServiceFiles
import Terminal

struct TokenRevoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Removes tokens and keys; a daemon rejects them after it reloads, nodes of a source within a second.",
        discussion: """
            Removes all of them or none. Exit code 0; 1 if one does not exist; 2 for usage or I/O errors.

            Examples:
              fingerpost token revoke ci
              fingerpost token revoke shop --source postgresql://fingerpost@db.internal/links
            """)

    @OptionGroup var option: TokensFileOption

    @Argument(help: "The names.")
    var names: [String]

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let place = try option.place()
        try place.remove(names)
        Output.error(place.consequence)
    }
}
