import ArgumentParser
import Glibc

/// Writes the requests of a workload, for load generators.
struct TrafficCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "traffic", abstract: "Writes the clicks of a workload; equal options give equal clicks.",
        discussion: """
            Each line is a click: the request target, a tab, the user agent. The clicks fit the shipped example site \
            (\(ShortLinkTable.host)) once its short links are imported: --link-table writes them for `fingerpost link import`. \
            Without --agents, the agents are the labelled ones of the tests, each in many builds. Run it at the top of the \
            repository.

            Workloads: \(Workload.allCases.map { "\($0.rawValue) (\($0.title))" }.joined(separator: "; ")).
            """)

    @OptionGroup var options: TrafficOptions

    @Option(help: "The workload to write.")
    var workload = Workload.mix

    @Option(
        help: """
            The number of clicks, which a sending program repeats; by default 60000, or for workloads of distinct clicks, \
            enough for the first ones to have left a daemon's caches.
            """)
    var count: Int?

    @Flag(help: "Write an access log in the combined format, as `fingerpost replay` reads it.")
    var asLog = false

    @Flag(help: "Write the table of the clicked short links instead, for `fingerpost link import`.")
    var linkTable = false

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be at least 1") }
    }

    func run() throws {
        if linkTable { return try Self.write(options.tableBytes()) }
        let recorded = try options.log.map(RecordedClicks.read)
        let clicks = workload.clicks(
            count ?? workload.clickCount, try options.source(for: workload, recorded), recorded: recorded)
        var bytes: [UInt8] = []
        if asLog {
            var log = ClickLog(seed: options.seed)
            for click in clicks { log.append(click, to: &bytes) }
        } else {
            for click in clicks { bytes += "\(click.target)\t\(click.agent)\n".utf8 }
        }
        try Self.write(bytes)
    }

    private static func write(_ bytes: [UInt8]) throws {
        var start = 0
        while start < bytes.count {
            // Safe: the pointer is read only within the call, for the remaining number of bytes.
            let count = unsafe bytes[start...].withUnsafeBytes { rest in
                unsafe Glibc.write(STDOUT_FILENO, rest.baseAddress, rest.count)
            }
            guard count >= 0 || errno == EINTR else { throw ValidationError("standard output can't be written") }
            start += max(0, count)
        }
    }
}

/// The parameters of the traffic.
struct TrafficOptions: ParsableArguments {
    @Option(help: "The table of short links whose codes are clicked (default: the one that --link-table writes).")
    var links: String?

    @Option(
        help: """
            With --log: a link store with its short links, from `fingerpost link import`. Programs that start a daemon give it \
            a copy; this one ignores it.
            """)
    var store: String?

    @Option(help: "User agents: a TSV with the agent in the first column, and weights in the second if it has numbers.")
    var agents: String?

    @Option(help: "An access log in the combined format: its clicks are the mix, and its agents are used for all.")
    var log: String?

    @Option(help: "A number that selects other clicks of the same kind.")
    var seed: UInt64 = 1

    /// The options as command-line arguments.
    var words: [String] {
        let options = [("links", links), ("store", store), ("agents", agents), ("log", log), ("seed", "\(seed)")]
        return options.flatMap { name, value in value.map { ["--\(name)", $0] } ?? [] }
    }

    static let labelledAgents = "Tests/DevicesTests/labels.tsv"
    private static let linkCount = 20_000

    /// The table of the clicked links, in the format of `link import`.
    func tableBytes() throws -> [UInt8] {
        try links.map(FileText.bytes) ?? Array(madeTable.csv.utf8)
    }

    /// The generated links, used if no table is given.
    private var madeTable: ShortLinkTable { ShortLinkTable(count: Self.linkCount, seed: seed) }

    /// The source of a workload's clicks.
    func source(for workload: Workload, _ recorded: [Click]?) throws -> ClickSource {
        let table = try links.map { try ShortLinkTable(file: $0) } ?? madeTable
        let place = agents ?? log ?? Self.labelledAgents
        let all =
            if agents == nil, let recorded { try AgentPool(of: recorded, place) } else { try AgentPool(file: place) }
        let pool = try workload.platform.map { try all.browsers(on: $0, place) } ?? all
        return ClickSource(seed: seed &+ 1, links: table, agents: pool)
    }
}
