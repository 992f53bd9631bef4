import ArgumentParser
import ByteText
import Links

struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Analyzes a link by its shape alone: its form, parts, payload and action.",
        discussion: """
            Exit code 0; 1 if the link is refused; 2 for usage or I/O errors.

            Examples:
              fingerpost inspect 'https://example.page.link/?link=https%3A%2F%2Fexample.com'
              fingerpost inspect --batch links.txt --domain links.example.com/go
            """)

    @Argument(help: "The link.")
    var link: String?

    @Option(
        help: "Links, one per line, or JSON objects with \"link\" and optionally \"domains\"; - is standard input.")
    var batch: String?

    @Flag(help: "Parse action links exactly as Firebase's web SDK does, quirks included.")
    var parity = false

    @Option(
        name: .customLong("domain"),
        help: ArgumentHelp(
            "A link domain besides Firebase's own, with an optional path prefix: links.example.com/go; repeatable.",
            discussion: "With it, links on other hosts are not Dynamic Links; without it, any link with link=… is one.",
            valueName: "prefix"),
        transform: domain)
    var domains: [LinkDomain] = []

    private static func domain(_ text: String) throws -> LinkDomain {
        guard let domain = LinkDomain(text) else {
            throw ValidationError(
                "\(text) is not a link domain; expected a host with an optional path: links.example.com/go")
        }
        return domain
    }

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        guard (link == nil) != (batch == nil) else {
            throw Failure("give a link, or --batch with a file of links; see fingerpost inspect --help")
        }
        var arena = ByteArena()
        if let batch { return try inspectBatch(batch, &arena) }
        var output: [UInt8] = []
        let isAccepted = inspect(TypedLink.withScheme(link ?? ""), domains, &arena, &output)
        Output.write(output)
        if !isAccepted { throw ExitCode(1) }
    }

    private func inspectBatch(_ path: String, _ arena: inout ByteArena) throws {
        var lines = try LineReader(path: path)
        var output: [UInt8] = []
        while let line = try lines.next(writing: &output) {
            if line.isEmpty { continue }
            var text = String(decoding: line, as: UTF8.self)
            var domains = domains
            if line.first == UInt8(ascii: "{") {
                guard let json = try? JSONValue(parsing: line.span), let link = json["link"]?.string else {
                    throw Failure("line \(lines.lineNumber): expected a JSON object with a \"link\"")
                }
                text = link
                if let own = json["domains"] { domains = try Self.domains(own, line: lines.lineNumber) }
            }
            inspect(text, domains, &arena, &output)
        }
        Output.write(output)
    }

    private static func domains(_ json: JSONValue, line: Int) throws -> [LinkDomain] {
        let domains = json.array?.map { $0.string.flatMap { LinkDomain($0) } } ?? [nil]
        return try domains.map { domain in
            guard let domain else {
                throw Failure(
                    "line \(line): \"domains\" must be a list of hosts with an optional path: [\"links.example.com/go\"]"
                )
            }
            return domain
        }
    }

    /// Appends the inspection and a line end; returns whether the link is accepted.
    @discardableResult
    private func inspect(
        _ link: String, _ domains: [LinkDomain], _ arena: inout ByteArena, _ output: inout [UInt8]
    ) -> Bool {
        arena.reset()
        let range = arena.append(link)
        let inspection =
            parity
            ? LinkInspection(parity: range, domains: domains, in: &arena)
            : LinkInspection(range, domains: domains, in: &arena)
        JSONWriter.append(to: &output) { json in inspection.write(range, in: &arena, to: &json) }
        output.append(0x0A)
        return inspection.fault == nil
    }
}
