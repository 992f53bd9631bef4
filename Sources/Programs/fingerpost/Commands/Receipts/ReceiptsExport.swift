import ArgumentParser
import ByteText
import CommandFiles
import Glibc
import LinkCatalog
import OpenSSL
import Receipts
import Replay
import RuleBundle
import RuleDelivery
import ServiceFiles
import Terminal

struct ReceiptsExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes decisions of a log with the rules and links that led to them.",
        discussion: """
            Each decision is made again first, and differences are reported. The rule sets are those that a daemon keeps \
            next to its link store. The file has the lines of the log as they are, whole rule sets, and the targets of \
            the short links; it is signed with the daemon's key (rulesets.key in the store directory; rulesets.pub.pem is \
            the public one) or another one. Exit code 0; 2 for usage or I/O errors, and if a rule set is not kept.

            Examples:
              fingerpost receipts export --log 'decisions.log*' --decision 4f2a9c1e00000007 -o receipt.tar.gz
              fingerpost receipts export --log decisions.log --since 2026-11-01 --key key.pem -o november.tar.gz
            """)

    @Option(
        name: .customLong("log"),
        help: "A decision log, plain or compressed, or a pattern such as 'decisions.log*'; repeatable.")
    var logs: [String] = []

    @Option(name: .customLong("decision"), help: "The ID of a decision (default: all in the logs); repeatable.")
    var decisions: [String] = []

    @Option(help: "Only decisions from this time on: 2026-12-24T18:00+01:00, a date (UTC), or '7d ago'.")
    var since: String?

    @Option(help: "Only decisions before this time.")
    var until: String?

    @Option(help: "The private key that signs the receipts, in PEM (default: the daemon's).", completion: .file())
    var key: String?

    @Option(name: [.short, .customLong("output")], help: "The file of the receipts; - for standard output.")
    var output: String

    @OptionGroup var rules: RulesOption

    @OptionGroup var store: StoreOption

    @OptionGroup var force: ForceOption

    @OptionGroup var terminal: TerminalOption

    /// More would not fit into an archive.
    private static let mostDecisions = 100_000

    func validate() throws {
        if logs.isEmpty { throw ValidationError("missing --log with a decision log") }
    }

    func run() throws {
        let key = try key.map(BundleKeyFile.signingKey)
        try OutputFile.check(output, force: force.force)
        let receipts = try receipts()
        let place = try store.place(rules: rules.rules)
        let signer = key ?? daemonKey(place)
        let former: FormerRules
        do throws(FileFault) { former = try FormerRules(beside: place.directory) } catch {
            throw Failure(error.description)
        }
        let rows = ReceiptLinks()
        try tell(try repeated(receipts, former, rows, place))
        let lines = receipts.flatMap { Array(($0.line.text + "\n").utf8) }
        var files = [
            BundleFile(path: ReceiptFile.decisions, bytes: lines),
            BundleFile(path: ReceiptFile.links, bytes: rows.bytes),
        ]
        let hashes = Set(receipts.map(\.ruleSet)).sorted()
        for hash in hashes {
            for file in ReceiptFile.files(of: hash, try former.bytes(of: hash))
            where !files.contains(where: { $0.path == file.path }) { files.append(file) }
        }
        let bytes: [UInt8]
        do throws(BundleFault) {
            bytes = try ReceiptArchive.bytes(of: files, created: Int64(time(nil)), signedBy: signer)
        } catch { throw Failure(error.description) }
        try OutputFile.write(bytes, to: output, force: force.force)
        Output.error(
            "exported \(counted(receipts.count, "decision")), \(counted(hashes.count, "rule set")), "
                + "\(counted(rows.count, "link lookup")): \(counted(bytes.count, "byte")), "
                + (signer.map { "signed by \($0.verifyingKey.id)" } ?? "not signed"))
    }

    /// The key with which a daemon signs the rule sets in the store's directory; `nil`, with a warning, if this user can't
    /// read it.
    private func daemonKey(_ place: StorePlace) -> SigningKey? {
        do throws(FileFault) {
            return try RuleSetFolder(beside: place.directory).key(report: Output.error)
        } catch {
            Output.error("warning: \(error)")
            return nil
        }
    }

    /// The selected decisions of the logs.
    private func receipts() throws -> [DecisionReceipt] {
        Interruption.expect()
        let now = Int64(time(nil))
        let first = try since.map { try SelectionOptions.seconds($0, of: "since", now: now) } ?? .min
        let end = try until.map { try SelectionOptions.seconds($0, of: "until", now: now) } ?? .max
        let wanted = Set(decisions)
        let text = decisions.count == 1 ? decisions[0] : "\"decision\""
        let found: [DecisionReceipt]
        do throws(ReplayFault) {
            found = try LineSearch.lines(
                containing: text, in: try LogInput.expanding(logs), limit: Self.mostDecisions + 1,
                isInterrupted: { Interruption.isRequested }
            ) { line in
                DecisionReceipt(line).flatMap { receipt in
                    let isWanted = wanted.isEmpty || wanted.contains(receipt.id)
                    return isWanted && receipt.time >= first && receipt.time < end ? receipt : nil
                }
            }
        } catch { throw Failure(error.description) }
        Interruption.endIfInterrupted()
        let missing = wanted.subtracting(found.map(\.id)).sorted()
        guard missing.isEmpty else {
            throw Failure("no decision \(missing.joined(separator: ", ")) in \(logs.joined(separator: ", "))")
        }
        guard !found.isEmpty else { throw Failure("no decisions to export in \(logs.joined(separator: ", "))") }
        guard found.count <= Self.mostDecisions else {
            throw Failure("more than \(Self.mostDecisions) decisions: select fewer with --since and --until")
        }
        return found
    }

    /// The decisions, made again; records the links that they look up.
    private func repeated(
        _ receipts: [DecisionReceipt], _ former: FormerRules, _ rows: ReceiptLinks, _ place: StorePlace
    ) throws -> RepeatedDecisions {
        let find = try place.isNamed || place.exists ? PastLinks.find(in: place.open(.read)) : nil
        let repeated = RepeatedDecisions(links: rows.links(find ?? { _, _, _ in PastLink() })) { hash in
            do throws(FileFault) { return try former.version(hash) } catch { throw Failure(error.description) }
        }
        for (index, receipt) in receipts.enumerated() {
            rows.line = index
            try repeated.add(receipt, at: index)
        }
        return repeated
    }

    /// Reports decisions that differ or whose links are not known.
    private func tell(_ repeated: RepeatedDecisions) throws {
        if repeated.sums.different > 0 {
            let count = repeated.sums.different
            Output.error("warning: \(counted(count, "decision")) \(count == 1 ? "differs" : "differ") from the log")
        }
        if repeated.doubtful > 0 {
            Output.error("warning: the short links of \(counted(repeated.doubtful, "decision")) are not kept")
        }
    }
}
