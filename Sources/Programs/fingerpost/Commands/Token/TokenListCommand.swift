import Access
import ArgumentParser
import ByteText
import ServiceFiles
import Terminal

struct TokenListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the tokens and keys of the tokens file, or of a source, with their scopes.",
        discussion: """
            Exit code 0; 2 for usage or I/O errors.

            Examples:
              fingerpost token list
              fingerpost token list --json
              fingerpost token list --source postgresql://fingerpost@db.internal/links
            """)

    @OptionGroup var option: TokensFileOption

    @Flag(help: "Print one JSON line per token or key.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let credentials = try option.place().credentials()
        if json { return credentials.forEach(Self.printJSON) }
        var table = TextTable([
            TextTable.Column(title: "NAME"), TextTable.Column(title: "KIND"), TextTable.Column(title: "SCOPES"),
            TextTable.Column(title: "SITES", gives: true), TextTable.Column(title: "RATE"),
        ])
        for credential in credentials { table.add(Self.cells(credential)) }
        Output.table(table)
    }

    private static func cells(_ credential: Credential) -> [String] {
        let isKey = credential.kind == .key
        return [
            credential.name, isKey ? "key" : "token", isKey ? "-" : scopes(credential).joined(separator: ","),
            credential.sites?.sorted().joined(separator: ",") ?? "all", credential.rate.map { "\($0)" } ?? "",
        ]
    }

    private static func printJSON(_ credential: Credential) {
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { json in
            json.beginObject()
            json.member("name", credential.name)
            json.member("kind", credential.kind == .key ? "key" : "token")
            json.name("scopes")
            write(scopes(credential), to: &json)
            json.name("sites")
            if let sites = credential.sites { write(sites.sorted(), to: &json) } else { json.null() }
            json.name("rate")
            if let rate = credential.rate { json.string(rate.description) } else { json.null() }
            json.endObject()
        }
        Output.write(bytes + [0x0A])
    }

    private static func write(_ words: [String], to json: inout JSONWriter) {
        json.beginArray()
        for word in words { json.string(word) }
        json.endArray()
    }

    private static func scopes(_ credential: Credential) -> [String] {
        Credential.Scope.allCases.filter(credential.scopes.contains).map(\.rawValue)
    }
}
