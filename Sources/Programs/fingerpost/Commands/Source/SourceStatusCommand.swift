import ArgumentParser
import ByteText
import LinkSource

struct SourceStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows how a source and its nodes stand.",
        discussion: """
            Links, changes and nodes, with how many versions each was behind when it was last heard of. Nodes say so every \
            three seconds. Exit code 0; 1 if a node has not been heard of for a minute; 2 for usage errors, or if the \
            source can't be reached.

            Examples:
              fingerpost source status
              fingerpost source status --json
            """)

    @OptionGroup var option: SourceOption

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    /// After how many seconds a node counts as silent.
    private static let silence: Int64 = 60

    func run() throws {
        let status = try option.ask { source in try await source.status() }
        if json { Self.printJSON(status) } else { Self.print(status) }
        if status.nodes.contains(where: { $0.age > Self.silence }) { throw ExitCode(1) }
    }

    private static func print(_ status: SourceStatus) {
        Output.line(
            "source \(String(status.id, radix: 16)): \(counted(Int(status.links), "link")) in \(status.shards) shards, "
                + "\(counted(Int(status.changes), "change")), epoch \(status.epoch), tables of version \(status.schema)"
        )
        var table = TextTable([
            TextTable.Column(title: "NODE"), TextTable.Column(title: "BEHIND", isNumber: true),
            TextTable.Column(title: "HEARD OF"), TextTable.Column(title: "PROGRAM"),
            TextTable.Column(title: "RULES", gives: true),
        ])
        for node in status.nodes {
            table.add([
                node.name, String(node.lag), "\(node.age) s ago\(node.age > silence ? ", silent" : "")", node.program,
                node.rules,
            ])
        }
        Output.table(table)
    }

    private static func printJSON(_ status: SourceStatus) {
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { json in
            json.beginObject()
            json.member("id", String(status.id, radix: 16))
            json.member("schema", status.schema)
            json.member("epoch", Int(clamping: status.epoch))
            json.member("shards", status.shards)
            json.member("links", Int(clamping: status.links))
            json.member("changes", Int(clamping: status.changes))
            json.name("nodes")
            json.beginArray()
            for node in status.nodes {
                json.beginObject()
                json.member("name", node.name)
                json.member("program", node.program)
                json.member("rules", node.rules)
                json.member("lag", Int(clamping: node.lag))
                json.member("seconds_ago", Int(clamping: node.age))
                json.endObject()
            }
            json.endArray()
            json.endObject()
        }
        Output.write(bytes + [0x0A])
    }
}
