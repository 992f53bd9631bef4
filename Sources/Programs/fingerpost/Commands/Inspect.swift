import ArgumentParser
import ByteText
import CommandFiles
import Links
import Terminal

struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Analyzes a link by its shape alone: its form, parts, payload and action.",
        discussion: """
            Exit code 0; 1 if the link is refused; 2 for usage or I/O errors. The output of a batch has a line per \
            input line, {"error": …} for a line that is neither a link nor such an object; the exit code is then 2.

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

    /// For an invalid line, writes the reason; the exit code is then 2.
    private func inspectBatch(_ path: String, _ arena: inout ByteArena) throws {
        var lines = try LineReader(path: path)
        var output: [UInt8] = []
        var badLines = 0
        while let line = try lines.next(writing: &output) {
            if line.isEmpty { continue }
            do throws(BadLine) {
                let (link, domains) = try question(in: line)
                inspect(link, domains, &arena, &output)
            } catch {
                badLines += 1
                Output.error("line \(lines.lineNumber): \(error.reason)")
                JSONWriter.append(to: &output) { json in
                    json.beginObject()
                    json.member("error", error.reason)
                    json.endObject()
                }
                output.append(0x0A)
            }
        }
        Output.write(output)
        if badLines > 0 { throw ExitCode(2) }
    }

    private struct BadLine: Error {
        var reason: String
    }

    /// The link in a line, and the link domains in addition to Firebase's own.
    private func question(in line: [UInt8]) throws(BadLine) -> (link: String, domains: [LinkDomain]) {
        guard line.first == UInt8(ascii: "{") else { return (String(decoding: line, as: UTF8.self), domains) }
        guard let json = try? JSONValue(parsing: line.span), let link = json["link"]?.string else {
            throw BadLine(reason: "expected a JSON object with a \"link\"")
        }
        guard let own = json["domains"] else { return (link, domains) }
        let read = own.array?.compactMap { $0.string.flatMap { LinkDomain($0) } }
        guard let read, read.count == own.array?.count else {
            throw BadLine(
                reason: "\"domains\" must be a list of hosts with an optional path: [\"links.example.com/go\"]")
        }
        return (link, read)
    }

    /// Appends the inspection and a line end. Returns whether the link is accepted.
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
