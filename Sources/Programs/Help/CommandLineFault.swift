import ByteText

/// The problem with a command line, and the command whose help describes the correct usage.
package struct CommandLineFault: Error {
    var message: String
    /// `fingerpost link create`.
    var command: String

    /// The printed text: the fault in one line, and the help to read.
    package var text: String { "\(message)\nsee `\(command) --help`" }

    /// An unknown command in the first words of a command line, or `nil` if all commands exist.
    ///
    /// ArgumentParser would report an unexpected argument, or name an option that follows it.
    package init?(unknownCommandIn arguments: [String], of program: CommandDescription) {
        let isHelp = arguments.first == "help"
        let words = isHelp ? Array(arguments.dropFirst()) : arguments
        let command = program.command(named: words)
        guard !command.subcommands.isEmpty, let word = words.dropFirst(command.words.count - 1).first,
            !word.hasPrefix("-"), isHelp || word != "help"
        else { return nil }
        let names = command.subcommands.map(\.name)
        let kind = command.words.count > 1 ? "\(command.words.dropFirst().joined(separator: " ")) command" : "command"
        let hint = suggestion(for: word, among: names) ?? program.hint(elsewhere: word)
        message = "unknown \(kind) `\(word)`; \(hint ?? "the commands are \(names.joined(separator: ", "))")"
        self.command = command.words.joined(separator: " ")
    }

    /// ArgumentParser's message in this program's terms.
    package init(_ message: String, in arguments: [String], of program: CommandDescription) {
        let command = program.command(named: arguments)
        self.command = command.words.joined(separator: " ")
        let dashed = DashedArgument(in: arguments, of: program)
        let unknown = "Unknown option '"
        if message.hasPrefix(unknown) {
            let option = dashed?.word ?? String(message.dropFirst(unknown.count).prefix { $0 != "'" })
            let hint = command.hint(option) ?? dashed.flatMap { $0.isHardlyOption ? $0.hint : nil }
            self.message = "unknown option `\(option)`" + (hint.map { "; \($0)" } ?? "")
        } else {
            self.message = Self.line(message)
            if let dashed, self.message.hasPrefix("missing") {
                self.message += "; `\(dashed.word)` was read as an option: \(dashed.hint)"
            }
        }
    }

    /// A word that was mistaken for a help flag, such as `-dash.csv` because of its `h`, or `nil` if help was requested.
    package init?(helpFor arguments: [String], of program: CommandDescription) {
        guard let dashed = DashedArgument(in: arguments, of: program), !arguments.contains("--help"),
            !arguments.contains("-h"), !arguments.contains("--version"), arguments.first != "help"
        else { return nil }
        command = program.command(named: arguments).words.joined(separator: " ")
        message = "unknown option `\(dashed.word)`; \(dashed.hint)"
    }

    /// An ArgumentParser message as one sentence without a full stop.
    private static func line(_ message: String) -> String {
        let lines = message.split(separator: "\n")
        var text = String(lines.first ?? "")
        // The values of an option, or an alternative.
        let rest = lines.dropFirst().map { line in String(line.drop { $0 == " " || $0 == "-" }) }
        if !rest.isEmpty { text += " " + rest.joined(separator: ", ") }
        if text.hasSuffix(".") { text.removeLast() }
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}

extension CommandDescription {
    /// The command named by the first words of a command line, as far as they exist.
    package func command(named arguments: some Collection<String>) -> CommandDescription {
        guard let word = arguments.first, let next = subcommands.first(where: { $0.name == word }) else { return self }
        return next.command(named: arguments.dropFirst())
    }

    /// The option that was probably meant.
    fileprivate func hint(_ option: String) -> String? {
        if words.count == 1 { return "options follow the command: \(name) COMMAND \(option)" }
        let names = options.filter { $0.hasPrefix("--") } + ["--help", "--version"]
        if let near = suggestion(for: option, among: names) { return near }
        let word = option.drop { $0 == "-" }
        let alike = names.filter { $0.hasPrefix(option) || $0.hasSuffix("-\(word)") }
        return word.isEmpty || alike.count != 1 ? nil : "did you mean `\(alike[0])`?"
    }

    /// A command with that name or a similar one at a lower level: `create` is `link create` or `token create`.
    fileprivate func hint(elsewhere word: String) -> String? {
        let below = subcommands.flatMap(\.subcommands)
        guard let name = nearestName(to: word, among: below.map(\.name)) else { return nil }
        let found = below.filter { $0.name == name }.map { "`\($0.words.dropFirst().joined(separator: " "))`" }
        return "did you mean \(found.joined(separator: " or "))?"
    }
}
