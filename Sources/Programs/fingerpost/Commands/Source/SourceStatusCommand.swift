import ArgumentParser
import ByteText
import LinkSource
import Terminal
import Texts

struct SourceStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows the status of a source and its nodes.",
        discussion: """
            Shows links, changes, their distribution over the shards, and nodes with their lag in versions, summed \
            over all shards, as of their last report (every three seconds). --shards and --json show each shard. Exit \
            code 0; 1 if a node has not reported for a minute; 2 for usage errors, or if the source can't be reached.

            Examples:
              fingerpost source status
              fingerpost source status --shards
              fingerpost source status --json
            """)

    @OptionGroup var option: SourceOption

    @Flag(help: "Show each shard: its epoch, head and floor, links and digest.")
    var shards = false

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    /// The number of seconds after which a node counts as silent.
    private static let silence: Int64 = 60

    func run() throws {
        let status = try option.ask { source in try await source.status() }
        if json {
            Self.printJSON(status)
        } else {
            Self.print(status)
            if shards { Self.printShards(status) }
        }
        if status.nodes.contains(where: { $0.age > Self.silence }) { throw ExitCode(1) }
    }

    private static func print(_ status: SourceStatus) {
        Output.line(
            "source \(String(status.id, radix: 16)): \(counted(Int(status.links), "link")) in \(status.shards.count) shards, "
                + "\(counted(Int(status.changes), "change")), epoch \(status.epoch), tables of version \(status.schema)"
        )
        Output.line(spread(status.shards))
        if let age = status.oldestSnapshot, age > Int64(StatusText.longSnapshot) {
            Output.line("the oldest transaction is \(StatusText.span(age)) old and blocks vacuum")
        }
        var table = TextTable([
            TextTable.Column(title: "NODE"), TextTable.Column(title: "BEHIND", isNumber: true),
            TextTable.Column(title: "LAST REPORT"), TextTable.Column(title: "VERSION"),
            TextTable.Column(title: "RULES", gives: true),
        ])
        for node in status.nodes {
            table.add([
                node.name, String(node.lag), "\(node.age) s ago\(node.age > silence ? ", silent" : "")", node.program,
                node.rules,
            ])
        }
        Output.table(table)
        let gone = status.nodes.filter { $0.age >= Source.silence }
        if !gone.isEmpty {
            let names = gone.map(\.name).joined(separator: ", ")
            Output.error(
                "silent for 5 minutes or more: \(names); if a node is gone for good: fingerpost source forget NODE")
        }
    }

    /// The distribution of links and changes over the shards: an overfull shard is a bottleneck for writers.
    private static func spread(_ shards: [SourceStatus.Shard]) -> String {
        let links = shards.map(\.links)
        let changes = shards.map(\.changes)
        let mean = Double(changes.reduce(0, +)) / Double(max(shards.count, 1))
        let most = shards.max { abs(Double($0.changes) - mean) < abs(Double($1.changes) - mean) }
        var line = "a shard has \(range(links)) links and \(range(changes)) changes"
        if let most, Set(changes).count > 1 { line += ", shard \(most.shard) furthest from the mean: \(most.changes)" }
        return line
    }

    private static func range(_ numbers: [UInt64]) -> String {
        let (least, most) = (numbers.min() ?? 0, numbers.max() ?? 0)
        return least == most ? "\(least)" : "\(least) to \(most)"
    }

    private static func printShards(_ status: SourceStatus) {
        var table = TextTable([
            TextTable.Column(title: "SHARD", isNumber: true), TextTable.Column(title: "EPOCH", isNumber: true),
            TextTable.Column(title: "HEAD", isNumber: true), TextTable.Column(title: "FLOOR", isNumber: true),
            TextTable.Column(title: "LINKS", isNumber: true), TextTable.Column(title: "DIGEST"),
        ])
        for shard in status.shards {
            table.add([
                "\(shard.shard)", "\(shard.epoch)", "\(shard.head)", "\(shard.floor)", "\(shard.links)",
                String(shard.digest, radix: 16),
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
            json.member("shards", status.shards.count)
            json.member("links", Int(clamping: status.links))
            json.member("changes", Int(clamping: status.changes))
            json.name("oldest_snapshot_seconds")
            if let age = status.oldestSnapshot { json.number(JSONNumber(Int(age))) } else { json.null() }
            json.name("heads")
            json.beginArray()
            for shard in status.shards { append(shard, to: &json) }
            json.endArray()
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

    private static func append(_ shard: SourceStatus.Shard, to json: inout JSONWriter) {
        json.beginObject()
        json.member("shard", Int(shard.shard))
        json.member("epoch", Int(clamping: shard.epoch))
        json.member("head", Int(clamping: shard.head))
        json.member("floor", Int(clamping: shard.floor))
        json.member("links", Int(clamping: shard.links))
        json.member("digest", String(shard.digest, radix: 16))
        json.endObject()
    }
}
