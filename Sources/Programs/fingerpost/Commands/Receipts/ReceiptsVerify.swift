import ArgumentParser
import ByteText
import LogFormats
import OpenSSL
import Receipts
import Replay
import RuleBundle
import ServiceFiles
import Terminal

struct ReceiptsVerify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verifies receipts: makes each decision again with the rules and links in the file.",
        discussion: """
            Needs neither rules nor a link store. Each rule set must have the hash by which decisions name it. With --key \
            the receipts must be signed with that key. Keys also show which daemons used a rule set, and who signed the \
            bundle that it is from. Exit code 0; 1 \
            if the receipts are not valid or a decision differs; 2 for usage or I/O errors.

            Examples:
              fingerpost receipts verify november.tar.gz --key key.pub.pem
              fingerpost receipts verify receipt.tar.gz --json
            """)

    @Argument(help: "The file of receipts.", completion: .file())
    var receipts: String

    @Option(name: .customLong("key"), help: "A trusted public key in PEM; repeatable.", completion: .file())
    var keys: [String] = []

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var terminal: TerminalOption

    func run() throws {
        let trusted = try keys.map(BundleKeyFile.verifyingKey)
        let bytes = try SecretFile.bytes(receipts, "the receipts", limit: BundleLimits.archiveBytes + 1)
        let archive: ReceiptArchive
        do throws(BundleFault) { archive = try ReceiptArchive(bytes, trusting: trusted) } catch {
            guard error.kind == .format else { throw Refusal("\(receipts): \(error)") }
            throw Failure("\(receipts): not a file of `fingerpost receipts export`: \(error)")
        }
        var ruleSets: [String: RuleSetArchive] = [:]
        let repeated = try repeated(archive, &ruleSets)
        let sums = repeated.sums
        let origins = ruleSets.sorted { $0.key < $1.key }.map { hash, ruleSet in
            Origin(hash: hash, of: ruleSet, trusting: trusted)
        }
        show(archive, sums, doubtful: repeated.doubtful, origins)
        if sums.different > 0 || sums.compared + repeated.doubtful == 0 { throw ExitCode(1) }
    }

    /// The decisions, made again with the rules of the archive, which are added to `ruleSets`.
    private func repeated(
        _ archive: ReceiptArchive, _ ruleSets: inout [String: RuleSetArchive]
    ) throws -> RepeatedDecisions {
        func file(_ path: String) throws -> [UInt8] {
            guard let file = archive.files.first(where: { $0.path == path }) else {
                throw Refusal("\(receipts): \(path) is missing")
            }
            return file.bytes
        }
        guard let rows = ReceiptLinks(try file(ReceiptFile.links)) else {
            throw Refusal("\(receipts): \(ReceiptFile.links) is malformed")
        }
        var versions: [String: FormerRules.Version] = [:]
        let lines = try file(ReceiptFile.decisions).split(separator: 0x0A)
        let decisions = try lines.enumerated().map { index, line in
            guard let receipt = DecisionReceipt(Array(line).span) else {
                throw Refusal("\(receipts): line \(index + 1) of \(ReceiptFile.decisions) is no decision")
            }
            return receipt
        }
        for hash in Set(decisions.map(\.ruleSet)) {
            do throws(BundleFault) {
                (ruleSets[hash], versions[hash]) = try ReceiptFile.ruleSet(hash, in: archive.files)
            } catch { throw Refusal("\(receipts): \(error)") }
        }
        let repeated = RepeatedDecisions(links: rows.links()) { [versions] hash in
            guard let version = versions[hash] else { preconditionFailure("a rule set was not read") }
            return version
        }
        for (index, receipt) in decisions.enumerated() {
            rows.line = index
            try repeated.add(receipt, at: index)
        }
        return repeated
    }

    /// Who vouches for a rule set, among the trusted keys.
    private struct Origin {
        let hash: String
        /// The bundle that contained the rules.
        let bundle: (revision: Int, key: VerifyingKey)?
        /// The key of the daemon that used them.
        let keeper: VerifyingKey?

        init(hash: String, of ruleSet: RuleSetArchive, trusting keys: [VerifyingKey]) {
            self.hash = hash
            bundle = (try? ruleSet.origin(trusting: keys)) ?? nil
            keeper = (try? ruleSet.keeper(among: keys)) ?? nil
        }
    }

    private func show(_ archive: ReceiptArchive, _ sums: Verifier.Sums, doubtful: Int, _ origins: [Origin]) {
        let same = sums.compared - sums.different - sums.unverifiable
        guard !json else { return Output.line(Self.json(archive, sums, same, doubtful, origins).text) }
        Output.line("created      \(Timestamp.text(archive.created))")
        let signer = archive.key.map { "by \($0.id)" } ?? (archive.isSigned ? "not verified (--key)" : "no")
        Output.line("signed       \(signer)")
        Output.line("the same     \(grouped(same))")
        Output.line("different    \(grouped(sums.different))")
        if let first = sums.first {
            Output.line("  line \(first.place.line + 1): \(first.what) was \(first.logged), is \(first.fresh)")
        }
        Output.line("unverifiable \(grouped(sums.unverifiable + doubtful))")
        Output.line("rule sets    \(grouped(origins.count))")
        for origin in origins {
            let bundle = origin.bundle.map { ", revision \($0.revision) signed by \($0.key.id)" } ?? ""
            let keeper = origin.keeper.map { ", used by the daemon with the key \($0.id)" } ?? ""
            Output.line("  \(origin.hash)\(bundle)\(keeper)")
        }
    }

    private static func json(
        _ archive: ReceiptArchive, _ sums: Verifier.Sums, _ same: Int, _ doubtful: Int, _ origins: [Origin]
    ) -> JSONValue {
        let ruleSets = origins.map { origin -> JSONValue in
            [
                "hash": .string(origin.hash),
                "revision": origin.bundle.map { .number(JSONNumber($0.revision)) } ?? .null,
                "key": origin.bundle.map { .string($0.key.id) } ?? .null,
                "used_by": origin.keeper.map { .string($0.id) } ?? .null,
            ]
        }
        let first: JSONValue? = sums.first.map { first in
            [
                "line": .number(JSONNumber(Int(first.place.line) + 1)), "member": .string(first.what),
                "logged": .string(first.logged), "repeated": .string(first.fresh),
            ]
        }
        return [
            "created": .string(Timestamp.text(archive.created)), "signed": .bool(archive.isSigned),
            "key": archive.key.map { .string($0.id) } ?? .null, "same": .number(JSONNumber(same)),
            "different": .number(JSONNumber(sums.different)),
            "unverifiable": .number(JSONNumber(sums.unverifiable + doubtful)),
            "first_difference": first ?? .null, "rulesets": .array(ruleSets),
        ]
    }
}
