import ByteText
import LinkCatalog
import LinkStore
import OpenSSL
import Receipts
import RuleBundle
import ServiceFiles
import Terminal

/// The files of receipts: decisions, rule sets, links.
enum ReceiptFile {
    static let decisions = "decisions.jsonl"
    static let links = "links.jsonl"

    /// The files of a rule set.
    static func files(
        of hash: String, _ bytes: (archive: [UInt8], denied: [UInt8]?)
    ) -> [BundleFile] {
        var files = [BundleFile(path: path(of: hash), bytes: bytes.archive)]
        if let list = bytes.denied {
            files.append(BundleFile(path: path(ofDenied: Digest.sha256Hex(list.span)), bytes: list))
        }
        return files
    }

    private static func path(of hash: String) -> String { "rulesets/\(hash.dropFirst("sha256:".count)).tar.gz" }
    private static func path(ofDenied digest: String) -> String { "rulesets/denied-\(digest).txt" }

    /// A rule set among files; its content has the hash.
    static func ruleSet(
        _ hash: String, in files: [BundleFile]
    ) throws(BundleFault) -> (archive: RuleSetArchive, version: FormerRules.Version) {
        func bytes(_ path: String) -> [UInt8]? { files.first { $0.path == path }?.bytes }
        guard let archive = bytes(path(of: hash)) else {
            throw BundleFault(.format, "the rule set \(hash) is missing")
        }
        let read = try RuleSetArchive(archive)
        guard read.hash == hash else {
            throw BundleFault(.signature, "\(path(of: hash)): it is the rule set \(read.hash)")
        }
        let loaded = try read.rules(denying: read.deniedTargets.flatMap { bytes(path(ofDenied: $0)) })
        do throws(FileFault) {
            return (read, try FormerRules.Version(loaded, development: read.development))
        } catch { throw BundleFault(.rules, error.description) }
    }
}

/// The links that decisions looked up, each for the line of its decision.
final class ReceiptLinks {
    private struct Question: Hashable {
        var line: Int
        var key: LinkKey
        var ignoresCase: Bool
    }

    private var known: [Question: PastLink] = [:]
    /// The index of the current decision's line.
    var line = 0

    init() {}

    /// Parses a file of links; `nil` if it is malformed.
    init?(_ bytes: [UInt8]) {
        for row in bytes.split(separator: 0x0A) {
            guard let json = try? JSONValue(parsing: Array(row).span), let line = json["line"]?.number?.int,
                let key = json["link"]?.string.flatMap({ LinkKey($0) }), let link = PastLink(json: json)
            else { return nil }
            known[Question(line: line, key: key, ignoresCase: json["any_case"]?.bool ?? false)] = link
        }
    }

    /// The number of lookups.
    var count: Int { known.count }

    /// The links as looked up by a closure, whose results are recorded; without it, only those that were.
    func links(_ find: PastLinks.Find? = nil) -> PastLinks {
        PastLinks { [self] key, ignoresCase, moment in
            let question = Question(line: line, key: key, ignoresCase: ignoresCase)
            if let link = known[question] { return link }
            let link = find?(key, ignoresCase, moment) ?? PastLink()
            if find != nil { known[question] = link }
            return link
        }
    }

    /// The file of the links, in the order of the decisions.
    var bytes: [UInt8] {
        let rows = known.sorted { ($0.key.line, $0.key.key) < ($1.key.line, $1.key.key) }
        return rows.flatMap { question, link in
            var object = JSONObject()
            object.append("line", .number(JSONNumber(question.line)))
            object.append("link", .string(question.key.text))
            if question.ignoresCase { object.append("any_case", .bool(true)) }
            for member in link.json.object?.members ?? [] { object.append(member.name, member.value) }
            return Array((JSONValue.object(object).text + "\n").utf8)
        }
    }
}
