import ArgumentParser
import Testing

@testable import Help
@testable import fingerpost

/// The shared options of each command.
@Suite("the options that all commands share")
struct CommandMatrixTests {
    static func program() throws -> CommandDescription { try Fingerpost.description() }

    /// The commands without subcommands.
    static func leaves() throws -> [CommandDescription] {
        try program().all.filter(\.subcommands.isEmpty)
    }

    private static let shared: Set = ["--rules", "--store", "--json", "--force", "--tokens-file"]

    /// A row per command: its shared options, and the reason if it has no `--json`.
    private static let rows: [(command: String, options: String, withoutJSON: String)] = [
        ("init", "--force", "text to read and paste"),
        ("serve", "--rules --store --tokens-file", "a daemon: its logs are JSON"),
        ("status", "--rules --store --json", ""),
        ("control disable", "--rules --store", "one line"),
        ("control enable", "--rules --store", "one line"),
        ("control reload", "--rules --store", "one line"),
        ("control drain", "--rules --store", "one line"),
        ("control log-level", "--rules --store", "one line"),
        ("resolve", "--rules --store --json", ""),
        ("explain", "--rules --store --json", ""),
        ("outcomes", "--rules --store --json", ""),
        ("lab", "--rules --store --json --force", ""),
        ("inspect", "", "prints nothing else"),
        ("classify", "--rules", "prints nothing else"),
        ("compose", "--rules --json", ""),
        ("check", "--rules --json", ""),
        ("test", "--rules --store --json", ""),
        ("association", "--rules --json", ""),
        ("doctor", "--rules --store --json", ""),
        ("eval", "--rules --store --json", ""),
        ("facts", "--json", ""),
        ("replay", "--rules --store --json --force", ""),
        ("merge", "--json --force", ""),
        ("export", "--rules --store --force", "a table for another program"),
        ("link create", "--rules --store --json", ""),
        ("link get", "--rules --store --json", ""),
        ("link list", "--rules --store --json", ""),
        ("link update", "--rules --store --json", ""),
        ("link history", "--rules --store --json", ""),
        ("link delete", "--rules --store", "prints nothing"),
        ("link import", "--rules --store --force", "one line of counts"),
        ("link export", "--rules --store --force", "--format jsonl"),
        ("link stats", "--rules --store --json", ""),
        ("link qr", "--rules --store --force", "a picture"),
        ("link check", "--rules --store --json", ""),
        ("link backup", "--rules --store --force", "prints nothing"),
        ("link restore", "--rules --store --force", "one line"),
        ("link compact", "--rules --store", "prints nothing"),
        ("link publish", "--rules --store", "one line"),
        ("source init", "--rules", "one line"),
        ("source status", "--rules --json", ""),
        ("source check", "--rules --store", "lines"),
        ("source push", "--rules --store --force", "one line of counts"),
        ("source forget", "--rules --force", "one line"),
        ("source collect", "--rules", "one line"),
        ("source recovered", "--rules", "one line"),
        ("source rotate", "--rules", "one line"),
        ("events test", "--rules --store", "one line"),
        ("token create", "--rules --store --tokens-file", "a secret alone"),
        ("token list", "--rules --store --tokens-file --json", ""),
        ("token revoke", "--rules --store --tokens-file", "prints nothing"),
        ("bundle keygen", "--force", "one line: the key's identifier"),
        ("bundle sign", "--rules --force", "prints nothing"),
        ("bundle verify", "--json", ""),
        ("receipts export", "--rules --store --force", "one line of counts"),
        ("receipts verify", "--json", ""),
        ("settings", "--rules --store --json", ""),
        ("manual", "--force", "prints nothing"),
    ]

    @Test("are those of the matrix, for each command")
    func matrix() throws {
        for command in try Self.leaves() {
            let name = command.words.dropFirst().joined(separator: " ")
            guard let row = Self.rows.first(where: { $0.command == name }) else {
                Issue.record(
                    "`\(name)` is a new command: give it a row in the matrix, and a reason if it has no --json")
                continue
            }
            let expected = Set(row.options.split(separator: " ").map(String.init))
            #expect(Set(command.options).intersection(Self.shared) == expected, "\(name)")
            #expect(row.withoutJSON.isEmpty == expected.contains("--json"), "\(name): --json, or a reason")
        }
        let names = try Self.leaves().map { $0.words.dropFirst().joined(separator: " ") }
        for row in Self.rows { #expect(names.contains(row.command), "\(row.command) is no command") }
    }

    @Test("--color is one of every command's options")
    func color() throws {
        for command in try Self.leaves() {
            #expect(command.has("--color"), "`\(command.name)` lacks @OptionGroup var terminal: TerminalOption")
        }
    }

    @Test(
        "an option of one name has one help text and takes a value everywhere or nowhere",
        arguments: [
            "--rules", "--store", "--color", "--force", "--tokens-file",
        ])
    func sameMeaning(_ option: String) throws {
        let found = try Self.leaves().filter { $0.name != "serve" }.flatMap(\.arguments).filter {
            $0.names.contains(option)
        }
        #expect(Set(found.map(\.kind)).count == 1)
        // `--force` does not replace a file in every command.
        guard option != "--force" else { return }
        #expect(Set(found.map(\.abstract)).count == 1, "\(found.map(\.abstract))")
    }

    // MARK: - Examples

    @Test("each command has one to four examples that can be typed as they are")
    func examples() throws {
        for command in try Self.leaves() {
            let examples = command.discussion.examples
            #expect((1...4).contains(examples.count), "\(command.words): \(examples)")
            for example in examples {
                let words = try #require(ShellLine.fingerpost(in: example), "\(example)")
                do {
                    _ = try Fingerpost.parse(commandLine: words)
                } catch  where Fingerpost.exitCode(for: error) != .success {
                    Issue.record("\(example): \(Fingerpost.ending(with: error, of: words).message ?? "")")
                } catch {}
            }
        }
    }

    @Test("help keeps an example on its line, however narrow the terminal is")
    func wholeExamples() throws {
        for command in try Self.leaves() {
            let words = Array(command.words.dropFirst()) + ["--help"]
            var help = ""
            do {
                var parsed = try Fingerpost.parse(commandLine: words)
                try parsed.run()
            } catch { help = Fingerpost.help(error, of: words, columns: 60) }
            for example in command.discussion.examples {
                #expect(help.contains("\n  \(example)\n"), "\(example)")
            }
            #expect(help.contains("\n\nUSAGE: fingerpost "), "\(help)")
        }
    }

    @Test("an example with a wrong flag is seen")
    func wrongExample() throws {
        let words = try #require(ShellLine.fingerpost(in: "cat x | fingerpost check 'a b' --strct > out"))
        #expect(words == ["check", "a b", "--strct"])
        #expect(throws: (any Error).self) { try Fingerpost.parse(commandLine: words) }
    }

    @Test("a discussion falls into text, exit codes and examples")
    func discussion() {
        let discussion = Discussion(
            "Does it. Exit code 0; 1 if a.yaml fails; 2 else. More of it.\n\nExamples:\n  fingerpost a\n  fingerpost b 'c  d'"
        )
        #expect(discussion.text == "Does it. More of it.")
        #expect(discussion.exitCodes == "Exit code 0; 1 if a.yaml fails; 2 else.")
        #expect(discussion.examples == ["fingerpost a", "fingerpost b 'c  d'"])
        #expect(Discussion("").text.isEmpty && Discussion("").examples.isEmpty)
    }

    @Test("each command documents its exit codes")
    func exitCodes() throws {
        for command in try Self.leaves() {
            #expect(command.discussion.exitCodes.hasPrefix("Exit code"), "\(command.words)")
        }
    }
}

/// A shell command line, as far as examples need it: words, quotes, pipes, redirections.
enum ShellLine {
    /// The arguments of the program in a line; `nil` if the line does not call it.
    static func fingerpost(in line: String) -> [String]? {
        let words = words(of: line)
        guard let start = words.firstIndex(of: "fingerpost") else { return nil }
        return words[(start + 1)...].prefix { !["|", ">", "<", ">>", "&&"].contains($0) }.map { $0 }
    }

    private static func words(of line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character == " " {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
