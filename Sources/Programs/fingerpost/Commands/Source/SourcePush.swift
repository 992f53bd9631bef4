import ArgumentParser
import ByteText
import LinkSource
import LinkStore
import ServiceFiles
import Terminal

struct SourcePush: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Copies the links of a store to the source.",
        discussion: """
            Copies links, deleted ones and counts in bulk; then the store becomes a replica for `serve --source`. \
            Links that differ at the source are not replaced there, and are listed. An interrupted push can be \
            repeated: links that arrived within the last week and have not changed are skipped, all others are sent. \
            Stop the daemon of the store first; other nodes may continue. Exit code 0; 1 if links were refused: the \
            store then does not change, unless --force is given; 2 for usage errors, or if the source can't be \
            reached.

            Examples:
              fingerpost source push --store /var/lib/fingerpost --source postgresql://fingerpost@db.internal/links
              fingerpost source push --dry-run --store /var/lib/fingerpost
            """)

    @OptionGroup var option: SourceOption
    @OptionGroup var store: StoreOption

    @Option(help: "The name of this node.")
    var node: String?

    @Flag(help: "Make the store a replica even if some of its links were refused, and drop these.")
    var force = false

    @Flag(help: "Count the links that would be sent, and change nothing.")
    var dryRun = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let place = try store.place(rules: option.rules.rules)
        let local = try place.open(dryRun ? .read : .change)
        guard try local.replicaIdentity() == nil else {
            throw Failure(
                "\(place.directory) is a replica already, and its links are at the source; `fingerpost source check --all` "
                    + "lists links that are not")
        }
        // A running daemon would still acknowledge changes that never reach the source.
        if !dryRun { try Self.excludeOthers(local) }
        let (summary, id) = try option.ask { source in
            let id = try await source.status().id
            let start = ContinuousClock.now
            let summary = try await source.push(local, isDryRun: dryRun) { count in
                let seconds = max((ContinuousClock.now - start) / .seconds(1), 0.001)
                if Terminal.error.isTerminal {
                    Output.status("\(counted(count, "link")), \(Int(Double(count) / seconds))/s")
                }
            }
            return (summary, id)
        }
        if Terminal.error.isTerminal { Output.status("") }
        let skipped = summary.skipped > 0 ? ", \(summary.skipped) already pushed" : ""
        guard !dryRun else { return Output.line("\(counted(summary.sent, "link")) to send\(skipped)") }
        Output.line("\(summary.made) made, \(summary.known) known, \(summary.refusedCount) refused\(skipped)")
        for key in summary.refused { Output.error("refused: \(key.text) is another link at the source") }
        if summary.refusedCount > 0, !force {
            Output.error("the store is unchanged; --force makes it a replica anyway, without these links")
            throw ExitCode(1)
        }
        let identity = ReplicaIdentity(source: id, node: node ?? "", incarnation: LinkBody.makeID())
        do throws(StoreError) { try local.become(identity) } catch { throw Failure(error.description) }
        try option.ask { source in try await source.finishPush(of: local) }
        Output.error("\(place.directory) is now a replica of the source; start its daemon with --source")
    }

    private static func excludeOthers(_ store: LinkStore) throws(Failure) {
        do throws(StoreError) { try store.excludeOthers() } catch { throw Failure(error.description) }
    }
}
