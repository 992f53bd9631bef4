import Association
import OpenSSL
import Routing

/// The association files that a worker served recently. Those of a host with hundreds of sites are large; a client that
/// fetches them in a loop costs only a lookup and a copy each time.
struct AssociationFileCache {
    enum Kind: Hashable { case apple, android, harmony }

    struct File: Equatable {
        /// JSON and a line feed.
        let body: [UInt8]
        /// A strong validator in quotes (RFC 9110, section 8.8.3): equal for equal bytes in every process.
        let entityTag: String
    }

    private struct Key: Hashable {
        var host: String
        var kind: Kind
    }

    static let maximumBytes = 4 << 20

    private var files: [Key: File] = [:]
    private(set) var byteCount = 0
    /// The hash of the files' rule set, rather than a reference, which would keep old rules in memory.
    private var ruleSetHash = ""

    /// A host's file for the rule set; `nil` for a host without links, and of kind `harmony` for one without such apps.
    mutating func file(_ kind: Kind, of host: String, by ruleSet: RuleSet) -> File? {
        if ruleSetHash != ruleSet.hash {
            removeAll()
            ruleSetHash = ruleSet.hash
        }
        let key = Key(host: host, kind: kind)
        if let known = files[key] { return known }
        guard let file = Self.make(kind, of: host, by: ruleSet) else { return nil }
        if byteCount + file.body.count > Self.maximumBytes { removeAll() }
        byteCount += file.body.count
        files[key] = file
        return file
    }

    private static func make(_ kind: Kind, of host: String, by ruleSet: RuleSet) -> File? {
        guard let association = ruleSet.association(of: Array(host.utf8).span) else { return nil }
        let json: [UInt8]? =
            switch kind {
            case .apple: association.apple.json
            case .android: association.android.json
            case .harmony: association.harmony?.json
            }
        guard var body = json else { return nil }
        body.append(UInt8(ascii: "\n"))
        return File(body: body, entityTag: "\"" + Digest.sha256Hex(body.span).prefix(32) + "\"")
    }

    private mutating func removeAll() {
        files.removeAll()
        byteCount = 0
    }
}
