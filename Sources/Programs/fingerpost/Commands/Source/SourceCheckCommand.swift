import ArgumentParser
import ByteText
import LinkSource
import LinkStore
import ServiceFiles
import Terminal

struct SourceCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Compares a source with its schema, with itself and with the local replica.",
        discussion: """
            Compares tables, columns, keys and indexes with those that `source init` creates; additions are reported. \
            Then compares the links of some shards (all with --all) with the digests of the source and the local \
            replica. Shards in which the replica lags are not compared. Exit code 0; 1 if something differs; 2 for \
            usage errors, or if the source can't be reached.

            Examples:
              fingerpost source check
              fingerpost source check --all --store /var/lib/fingerpost
            """)

    @OptionGroup var option: SourceOption
    @OptionGroup var store: StoreOption

    @Flag(help: "Read all shards: every link of the source.")
    var all = false

    @OptionGroup var terminal: TerminalOption

    /// The number of shards that are sampled.
    private static let sample = 8

    func run() throws {
        let replica = try self.replica()
        let positions = try replica?.positions() ?? []
        let number = all ? LinkBody.shards : Self.sample
        let shards = (0..<LinkBody.shards).map { UInt8($0) }.shuffled().prefix(number).sorted()
        let (schema, links) = try option.ask { source in
            let schema = try await source.checkSchema()
            guard schema.isReadable else { return (schema, nil as SourceCheck?) }
            var check = try await source.check(shards, against: positions)
            if let replica { check.add(strays: try await source.strays(in: replica, of: shards)) }
            return (schema, check)
        }
        for remark in schema.remarks { Output.error("remark: \(remark)") }
        for finding in schema.findings { Output.line(finding) }
        if !schema.findings.isEmpty { Output.error("init does not change existing tables: alter them by hand") }
        guard let links else {
            Output.line("no links read, \(counted(schema.findings.count, "finding"))")
            throw ExitCode(1)
        }
        try report(links, positions, schema.findings.count)
    }

    private func report(_ check: SourceCheck, _ positions: [ShardPosition], _ schemaFindings: Int) throws {
        for finding in check.findings { Output.line(finding) }
        var line = "\(counted(check.links, "link")) in \(counted(check.shards, "shard")) read"
        if !positions.isEmpty {
            line += ", \(check.equalShards) equal in the replica, \(check.shardsBehind) not compared"
        }
        let findings = schemaFindings + check.findings.count
        Output.line("\(line), \(counted(findings, "finding"))")
        if findings > 0 { throw ExitCode(1) }
    }

    /// The local replica, or `nil` if there is none.
    private func replica() throws -> LinkStore? {
        let place = try store.place(rules: option.rules.rules)
        guard place.isNamed || LinkStore.exists(in: place.directory) else { return nil }
        let replica = try place.open(.read)
        do throws(StoreError) { return try replica.replicaIdentity() == nil ? nil : replica } catch {
            throw Failure(error.description)
        }
    }
}

extension SourceCheck {
    /// Adds links that exist only in the replica.
    fileprivate mutating func add(strays: (count: Int, first: [LinkKey])) {
        guard strays.count > 0 else { return }
        let names = strays.first.map(\.text).joined(separator: ", ") + (strays.count > strays.first.count ? ", …" : "")
        findings.append(
            "the replica has \(counted(strays.count, "link")) that the source does not have, or has in an older version: \(names); "
                + "a resync removes them, so export them first (fingerpost link export)")
    }
}
