import Access
import ArgumentParser
import ByteText
import ServiceFiles
import Terminal

struct TokenCreate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Creates a token or an API key and prints its secret, once.",
        discussion: """
            A token allows everything but backups, unless limited by --scope and --site. A key is for apps: it can \
            only create short links, 20 per second unless --rate is set. With --source all nodes accept it within a \
            second. Standard output contains only the secret. Exit code 0; 1 if the name is taken; 2 for usage or I/O \
            errors.

            Examples:
              fingerpost token create ci --scope links.read --scope links.write
              fingerpost token create app --key --rate 20/s
              fingerpost token create shop --source postgresql://fingerpost@db.internal/links
            """)

    @OptionGroup var option: TokensFileOption

    @Argument(help: "A name, used in logs and messages.")
    var name: String

    @Flag(help: "Create an API key, for ?key=….")
    var key = false

    @Option(name: .customLong("site"), help: "Only links of this site; repeatable.")
    var sites: [String] = []

    @Option(name: .customLong("scope"), help: "links.read, links.write, reload or backup; repeatable.")
    var scopes: [String] = []

    @Option(help: "The rate limit: 20/s, 100/m or 1000/h.")
    var rate: String?

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let place = try option.place()
        let options = try options()
        let secret = TokenList.makeSecret(key ? .key : .token)
        let line = TokenList.line(name: name, secret: secret, options: options)
        do throws(TokenList.Fault) { _ = try TokenList(parsing: line) } catch { throw Failure(error.problem) }
        try place.add(name: name, secret: secret, options: options)
        Output.line(secret)
        Output.error("added \(name) to \(place.name); its secret is shown only once; \(place.consequence)")
    }

    /// The options in the tokens file's line.
    private func options() throws -> [String] {
        guard !name.isEmpty, name.utf8.allSatisfy({ $0.isAlphanumeric || "._@-".utf8.contains($0) }) else {
            throw Failure("\(name): a name must consist of letters, digits and . _ @ -")
        }
        if key, !scopes.isEmpty { throw Failure("--scope: a key only creates short links") }
        try option.requireSites(sites)
        var options = key ? ["key"] : []
        if !sites.isEmpty { options.append("sites=" + sites.joined(separator: ",")) }
        if !scopes.isEmpty { options.append("scopes=" + scopes.joined(separator: ",")) }
        if let rate { options.append("rate=" + rate) }
        return options
    }
}
