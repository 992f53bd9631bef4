import ArgumentParser
import ByteText
import LinkSource
import LinkStore

struct SourceCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Compares a source with itself and with the local replica.",
        discussion: """
            Reads the links of some shards (all with --all) and compares what they add up to with the digests that the \
            source and the local replica keep. A shard in which the replica has not yet seen the last changes is not \
            compared. Exit code 0; 1 if something differs; 2 for usage errors, or if the source can't be reached.

            Examples:
              fingerpost source check
              fingerpost source check --all --store /var/lib/fingerpost
            """)

    @OptionGroup var option: SourceOption
    @OptionGroup var store: StoreOption

    @Flag(help: "Read all shards: every link of the source.")
    var all = false

    @OptionGroup var terminal: TerminalOption

    /// How many shards are read of all.
    private static let sample = 8

    func run() throws {
        let positions = try self.positions()
        let number = all ? LinkBody.shards : Self.sample
        let shards = (0..<LinkBody.shards).map { UInt8($0) }.shuffled().prefix(number).sorted()
        let check = try option.ask { source in
            _ = try await source.status()
            return try await source.check(shards, against: positions)
        }
        for finding in check.findings { Output.line(finding) }
        var line = "\(counted(check.links, "link")) in \(counted(check.shards, "shard")) read"
        if !positions.isEmpty {
            line += ", \(check.equalShards) equal in the replica, \(check.shardsBehind) not compared"
        }
        Output.line("\(line), \(counted(check.findings.count, "finding"))")
        if !check.findings.isEmpty { throw ExitCode(1) }
    }

    /// How far the local replica has followed; empty without one.
    private func positions() throws -> [ShardPosition] {
        let place = try store.place(rules: option.rules.rules)
        guard place.isNamed || LinkStore.exists(in: place.directory) else { return [] }
        let replica = try place.open(.read)
        do throws(StoreError) {
            guard try replica.replicaIdentity() != nil else { return [] }
            return try replica.positions()
        } catch { throw Failure(error.description) }
    }
}
