@testable import Help
@testable import fingerpost

/// The article about commands in Markdown, generated from the descriptions that `--help` prints.
struct CommandArticle {
    let program: CommandDescription

    var text: String {
        var text = """
            # Commands

            Every command of the program, with its exit codes.

            ## Overview

            Results go to standard output, everything else to standard error. `fingerpost COMMAND --help` lists the options of a command,
            with examples. `fingerpost manual DIR` writes man pages, and `fingerpost --generate-completion-script bash` (or `zsh`, `fish`)
            prints completions.

            A test writes this page from the program; after a change, write it again with
            `FINGERPOST_WRITE_DOCS=1 swift test --disable-xctest --filter CommandArticle`.

            ## Commands

            \(Self.table(of: program.subcommands))
            """
        for group in program.subcommands where !group.subcommands.isEmpty {
            text += """


                ## \(group.words.joined(separator: " "))

                \(Self.cell(group.abstract))

                \(Self.table(of: group.subcommands))
                """
        }
        return text + "\n"
    }

    private static func table(of commands: [CommandDescription]) -> String {
        let rows = commands.map { command in
            let exit = command.subcommands.isEmpty ? cell(command.exitStatus) : "see below"
            return "| `\(synopsis(of: command))` | \(cell(command.abstract)) | \(exit) |"
        }
        return (["| command | what it does | exit codes |", "|---|---|---|"] + rows).joined(separator: "\n")
    }

    /// The words after `fingerpost` with the positional arguments, for example `link get LINK`.
    private static func synopsis(of command: CommandDescription) -> String {
        let arguments = command.arguments.filter { $0.kind == .positional }.map { argument in
            let name = argument.valueName.uppercased() + (argument.isRepeating ? "…" : "")
            return argument.isOptional ? "[\(name)]" : name
        }
        let rest = command.subcommands.isEmpty ? arguments : ["…"]
        return (command.words.dropFirst() + rest).joined(separator: " ")
    }

    /// Text for a table cell, without its full stop. Options are formatted as code, so that their dashes are kept.
    private static func cell(_ text: String) -> String {
        let plain = text.hasSuffix(".") ? text.dropLast() : text[...]
        return plain.split(separator: " ").map { word in
            let end = word.lastIndex { !",;:.".contains($0) } ?? word.startIndex
            return word.hasPrefix("--") ? "`\(word[...end])`\(word[word.index(after: end)...])" : String(word)
        }.joined(separator: " ").replacing("|", with: "\\|")
    }
}
