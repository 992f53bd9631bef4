import Settings

/// A command's manual page in man(7) format, generated from the description of its options.
package struct ManualPage {
    private let command: CommandDescription
    private let version: String

    package init(_ command: CommandDescription, _ version: String) {
        (self.command, self.version) = (command, version)
    }

    /// `fingerpost-link-create`.
    package static func name(of command: CommandDescription) -> String { command.words.joined(separator: "-") }

    package var text: String {
        var page = RoffWriter()
        page.title(Self.name(of: command), section: 1, source: "fingerpost \(version)")
        page.section("NAME")
        page.line("\(Self.name(of: command)) - \(Self.title(command.abstract))")
        page.section("SYNOPSIS")
        synopsis(&page)
        page.section("DESCRIPTION")
        page.paragraph(command.abstract)
        for paragraph in command.discussion.text.split(separator: "\n\n") { page.paragraph(String(paragraph)) }
        commands(&page)
        options(&page)
        page.section("EXIT STATUS")
        page.paragraph(command.exitStatus)
        environment(&page)
        files(&page)
        examples(&page)
        seeAlso(&page)
        return page.text
    }

    /// An abstract as a list item, without its full stop.
    private static func title(_ abstract: String) -> String {
        abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract
    }

    // MARK: - Sections

    private func synopsis(_ page: inout RoffWriter) {
        let words = command.words.joined(separator: " ")
        guard command.subcommands.isEmpty else {
            return page.line("\(page.bold(words)) \(page.italic("COMMAND")) [options]", isMarked: true)
        }
        let arguments = command.arguments.filter { $0.kind == .positional }.map { argument in
            let name = page.italic(argument.valueName) + (argument.isRepeating ? " …" : "")
            return argument.isOptional ? "[\(name)]" : name
        }
        page.line(([page.bold(words), "[options]"] + arguments).joined(separator: " "), isMarked: true)
    }

    private func commands(_ page: inout RoffWriter) {
        guard !command.subcommands.isEmpty else { return }
        page.section("COMMANDS")
        for below in command.subcommands {
            page.entry("\(page.bold(Self.name(of: below)))(1)", below.abstract)
        }
    }

    private func options(_ page: inout RoffWriter) {
        guard !command.arguments.isEmpty else { return }
        page.section("OPTIONS")
        for argument in command.arguments {
            var tag = argument.names.map(page.bold).joined(separator: ", ")
            if argument.kind != .flag { tag += (tag.isEmpty ? "" : " ") + page.italic(argument.valueName) }
            page.entry(tag, description(of: argument))
        }
    }

    private func description(of argument: CommandDescription.Argument) -> String {
        var text = argument.abstract
        if !argument.values.isEmpty { text += " One of \(argument.values.joined(separator: ", "))." }
        if let value = argument.defaultValue, !value.isEmpty { text += " Default: \(value)." }
        return text
    }

    /// For the daemon, all settings; for other commands, the variables that all commands read.
    private func environment(_ page: inout RoffWriter) {
        let isServe = command.words == ["fingerpost", "serve"]
        let settings = SettingDescription.all.filter { setting in
            isServe || setting.flag.map { ["--rules", "--store"].contains($0) && command.has($0) } ?? false
        }
        let others = EnvironmentVariable.all.filter { variable in
            switch variable.name {
            case "NO_COLOR", "CLICOLOR_FORCE", "TERM", "COLUMNS": command.has("--color")
            case "STATE_DIRECTORY": command.has("--store")
            default: isServe
            }
        }
        guard !settings.isEmpty || !others.isEmpty else { return }
        page.section("ENVIRONMENT")
        for setting in settings { page.entry(page.bold(setting.variable), setting.summary) }
        for variable in others { page.entry(page.bold(variable.name), variable.summary) }
    }

    private func files(_ page: inout RoffWriter) {
        let files = FileNote.all.filter { command.has($0.option) }
        guard !files.isEmpty else { return }
        page.section("FILES")
        for file in files { page.entry(page.italic(file.path), file.summary) }
    }

    private func examples(_ page: inout RoffWriter) {
        guard !command.discussion.examples.isEmpty else { return }
        page.section("EXAMPLES")
        page.verbatim(command.discussion.examples)
    }

    private func seeAlso(_ page: inout RoffWriter) {
        let above = command.words.dropLast()
        guard !above.isEmpty else { return }
        page.section("SEE ALSO")
        page.line("\(page.bold(above.joined(separator: "-")))(1)", isMarked: true)
    }
}

/// A file used by commands with a given option.
private struct FileNote {
    let path: String
    let option: String
    let summary: String

    static let all = [
        FileNote(
            path: "rules", option: "--rules",
            summary: "The rules directory in the current directory, if there is one."),
        FileNote(path: "/etc/fingerpost/rules", option: "--rules", summary: "The rules directory otherwise."),
        FileNote(
            path: "fingerpost.yaml", option: "--rules", summary: "The daemon's settings, in the rules directory."),
        FileNote(
            path: ".fingerpost", option: "--store", summary: "The store directory, unless another one is configured."),
        FileNote(path: "links.mdb", option: "--store", summary: "The short links, in the store directory."),
        FileNote(
            path: "tokens", option: "--tokens-file",
            summary: "Hashed tokens and API keys, in the store directory."),
        FileNote(
            path: "mask.key", option: "--store",
            summary: "The masking secret, in the store directory, readable by its owner only."),
        FileNote(
            path: "page.key", option: "--store",
            summary:
                "The secret that seals pages and install tokens, in the store directory, unless there is a page_key_file."
        ),
        FileNote(
            path: "rulesets.key", option: "--store",
            summary: "The private key that signs kept rule sets and receipts, in the store directory."),
    ]
}
