/// A word of a command line that begins with a dash but is not an option of its command: an argument mistaken for one.
///
/// Examples are `eval '-1 < 0'` and the code of a short link such as `-AbC`. ArgumentParser reports an unknown option
/// or a missing argument, or shows the help, since it parses `-dash.csv` as several single-letter options.
struct DashedArgument {
    let word: String
    private let command: CommandDescription
    private let hasOthers: Bool

    /// The first such word of a command line, if the command has arguments that it may be, or `nil` if there is none.
    init?(in arguments: [String], of program: CommandDescription) {
        let command = program.command(named: arguments)
        guard command.arguments.contains(where: { $0.kind == .positional }) else { return nil }
        let rest = Array(arguments.dropFirst(command.words.count - 1))
        guard let index = rest.indices.first(where: { Self.isDashed(rest, $0, command) }) else { return nil }
        word = rest[index]
        self.command = command
        hasOthers = rest.count > 1
    }

    private static func isDashed(_ words: [String], _ index: Int, _ command: CommandDescription) -> Bool {
        let word = words[index]
        guard word.hasPrefix("-"), word != "-", !words[..<index].contains("--"), word != "--" else { return false }
        if command.has(String(word.prefix { $0 != "=" })) || isHelp(word) { return false }
        return index == 0 || !command.takesValue(words[index - 1])
    }

    private static func isHelp(_ word: String) -> Bool {
        ["-h", "--help", "--version"].contains(word)
            || ["--generate-", "--experimental-"].contains { word.hasPrefix($0) }
    }

    /// Whether the word does not look like an option: `-1 < 0` and `-AbC`, not `--jsn`.
    var isHardlyOption: Bool {
        !word.hasPrefix("--") || !word.utf8.dropFirst(2).allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) }
    }

    /// How to write it: `if it is the <expression>, write -- before it: fingerpost eval -- '-1 < 0'`.
    var hint: String {
        let positional = command.arguments.last { $0.kind == .positional }
        let name = positional.map { "<\($0.valueName)>" } ?? "it"
        let words = command.words.joined(separator: " ") + (hasOthers ? " …" : "")
        return "if it is the \(name), write -- before it: \(words) -- \(Self.quoted(word))"
    }

    /// The word, quoted for a shell.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy {
            $0.isASCIIWord || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":")].contains($0)
        }
        return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
    }
}

extension UInt8 {
    fileprivate var isASCIIWord: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self == 0x5F
    }
}

extension CommandDescription {
    /// Whether a word is an option that takes the next word as its value.
    func takesValue(_ word: String) -> Bool {
        arguments.contains { $0.kind == .option && $0.names.contains(word) }
    }
}
