import Daemon
import ArgumentParser
import ByteText

struct TokenCreate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Makes a token or an API key, and prints its secret, this once.",
        discussion: """
            A token may do everything unless --scope and --site say less. A key goes into apps: it makes short links and \
            nothing else, 20 in a second unless --rate says otherwise. Standard output has the secret alone. Exit code 0; \
            1 where the name is taken; 2 for bad usage or I/O.
            """)

    @OptionGroup var option: TokensFileOption

    @Argument(help: "A name, for logs and messages.")
    var name: String

    @Flag(help: "An API key, for ?key=….")
    var key = false

    @Option(name: .customLong("site"), help: "Only links of this site; repeatable.")
    var sites: [String] = []

    @Option(name: .customLong("scope"), help: "links.read, links.write or reload; repeatable.")
    var scopes: [String] = []

    @Option(help: "How many requests: 20/s, 100/m or 1000/h.")
    var rate: String?

    func run() throws {
        let file = try option.file()
        let options = try options()
        let secret = TokenList.makeSecret(key ? .key : .token)
        let line = TokenList.line(name: name, secret: secret, options: options)
        do throws(TokenList.Fault) { _ = try TokenList(parsing: line) } catch { throw Failure(error.problem) }
        try file.makeDirectory()
        try file.change { text in
            guard try !file.parse(text).credentials.contains(where: { $0.name == name }) else {
                throw Refusal("there is a line \(name) already; choose another name, or revoke it first")
            }
            return text + line
        }
        Output.line(secret)
        Output.error(
            "\(name) is in \(file.path ?? "") now; its secret is shown only here. A running daemon must reload.")
    }

    /// The options of the line.
    private func options() throws -> [String] {
        guard !name.isEmpty, name.utf8.allSatisfy({ $0.isAlphanumeric || "._@-".utf8.contains($0) }) else {
            throw Failure("\(name): a name has letters, digits and . _ @ -")
        }
        if key, !scopes.isEmpty { throw Failure("--scope: a key makes short links and nothing else") }
        try option.requireSites(sites)
        var options = key ? ["key"] : []
        if !sites.isEmpty { options.append("sites=" + sites.joined(separator: ",")) }
        if !scopes.isEmpty { options.append("scopes=" + scopes.joined(separator: ",")) }
        if let rate { options.append("rate=" + rate) }
        return options
    }
}
