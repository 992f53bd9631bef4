import ArgumentParser
import ByteText
import Links

struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says what a link is, from its shape alone: its form, its parts, its payload and its action.",
        discussion: "Exit code 0; 1 where the link is refused; 2 for bad usage or I/O.")

    @Argument(help: "The link.")
    var link: String?

    @Option(help: "Links, one a line, or JSON objects with a \"link\"; - is standard input.")
    var batch: String?

    func run() throws {
        guard (link == nil) != (batch == nil) else {
            throw Failure("give a link, or --batch with a file of links; see fingerpost inspect --help")
        }
        var arena = ByteArena()
        if let batch { return try inspectBatch(batch, &arena) }
        var output: [UInt8] = []
        let isAccepted = inspect(link ?? "", &arena, &output)
        Output.write(output)
        if !isAccepted { throw ExitCode(1) }
    }

    private func inspectBatch(_ path: String, _ arena: inout ByteArena) throws {
        var lines = try LineReader(path: path)
        var output: [UInt8] = []
        while let line = try lines.next(writing: &output) {
            if line.isEmpty { continue }
            var text = String(decoding: line, as: UTF8.self)
            if line.first == UInt8(ascii: "{") {
                guard let json = try? JSONValue(parsing: line.span), let link = json["link"]?.string else {
                    throw Failure("line \(lines.lineNumber): expected a JSON object with a \"link\"")
                }
                text = link
            }
            inspect(text, &arena, &output)
        }
        Output.write(output)
    }

    /// Appends the inspection and a line end; tells whether the link is accepted.
    @discardableResult
    private func inspect(_ link: String, _ arena: inout ByteArena, _ output: inout [UInt8]) -> Bool {
        arena.reset()
        let range = arena.append(link)
        let inspection = LinkInspection(range, in: &arena)
        JSONWriter.append(to: &output) { json in inspection.write(range, in: &arena, to: &json) }
        output.append(0x0A)
        return inspection.fault == nil
    }
}
