import ByteText

/// A command as described by its options: the basis of help, completions and manual pages.
///
/// ArgumentParser writes this as JSON (`--experimental-dump-help`, ToolInfoV0).
package struct CommandDescription: Sendable {
    /// The words of the command: `["fingerpost", "link", "create"]`.
    let words: [String]
    let abstract: String
    let discussion: Discussion
    let arguments: [Argument]
    let subcommands: [CommandDescription]

    struct Argument: Sendable {
        enum Kind: String { case positional, option, flag }

        let kind: Kind
        /// The names as typed: `-o`, `--output`.
        let names: [String]
        let valueName: String
        let abstract: String
        let defaultValue: String?
        let values: [String]
        let isOptional: Bool
        let isRepeating: Bool
    }

    /// Parses the description of a program.
    package init(dump: String) throws {
        self.init(try JSONValue(parsing: dump)["command"] ?? .null, below: [])
    }

    private init(_ json: JSONValue, below words: [String]) {
        let name = json["commandName"]?.string ?? ""
        self.words = words + [name]
        abstract = json["abstract"]?.string ?? ""
        discussion = Discussion(json["discussion"]?.string ?? "")
        arguments = (json["arguments"]?.array ?? []).filter { $0["shouldDisplay"] == true }.compactMap(Argument.init)
        let own = self.words
        subcommands = (json["subcommands"]?.array ?? []).filter { $0["shouldDisplay"] == true }
            .map { CommandDescription($0, below: own) }.filter { $0.name != "help" }
    }

    var name: String { words.last ?? "" }

    /// This command and all of its descendants.
    package var all: [CommandDescription] { [self] + subcommands.flatMap(\.all) }

    /// The names of its options and flags, with their dashes.
    var options: [String] { arguments.flatMap(\.names) }

    func has(_ option: String) -> Bool { options.contains(option) }

    /// Its exit codes with their conditions: `0; 1 if the link is refused; 2 for usage or I/O errors.`
    var exitStatus: String {
        let stated = discussion.exitCodes
        return stated.isEmpty
            ? "0; 2 for usage or I/O errors."
            : stated.replacing("Exit code ", with: "").replacing("Exit codes ", with: "")
    }
}

extension CommandDescription.Argument {
    init?(_ json: JSONValue) {
        guard let kind = json["kind"]?.string.flatMap({ Kind(rawValue: $0) }) else { return nil }
        self.kind = kind
        names = (json["names"]?.array ?? []).map { name in
            (name["kind"]?.string == "long" ? "--" : "-") + (name["name"]?.string ?? "")
        }.sorted { $0.utf8.count < $1.utf8.count }
        valueName = json["valueName"]?.string ?? ""
        abstract = json["abstract"]?.string ?? ""
        defaultValue = json["defaultValue"]?.string
        values = (json["allValues"]?.array ?? []).compactMap(\.string)
        isOptional = json["isOptional"] == true
        isRepeating = json["isRepeating"] == true
    }
}
