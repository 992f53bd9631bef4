import ByteText
import Glibc
import RuleBundle
package import Rules
package import ServiceFiles

/// The rule sets that were in force, in the folder `rulesets` next to the links: so that former decisions can be explained
/// and repeated.
///
///     0f3c….tar.gz            a rule set, named by its hash (RuleSetArchive)
///     denied-9a1e….txt        a list of denied targets, named by its digest
///     in-force.jsonl          when which rule set came into force
///
/// Equal rule sets are one file. They are signed with the key ``keyFile``. Not thread-safe: one process and thread writes, any
/// may read.
package struct RuleSetFolder: Sendable {
    package let path: String
    /// The private key that signs kept rule sets, in PEM: `rulesets.key` next to the links.
    let keyFile: String
    /// Its public key, for verifying receipts.
    package let publicKeyFile: String
    var journal: String { "\(path)/in-force.jsonl" }

    private static let mostJournalBytes = 64 << 20
    private static let mostDeniedBytes = 128 << 20

    /// The folder in a store's directory. Nothing is created.
    package init(beside store: String) {
        (path, keyFile) = ("\(store)/rulesets", "\(store)/rulesets.key")
        publicKeyFile = "\(store)/rulesets.pub.pem"
    }

    // MARK: - Files

    /// The file of a rule set; `nil` if the text, which may be from a log, is not a hash.
    func file(of hash: String) -> String? {
        Self.digits(of: hash).map { "\(path)/\($0).tar.gz" }
    }

    func file(ofDenied digest: String) -> String { "\(path)/denied-\(digest).txt" }

    private static func digits(of hash: String) -> Substring? {
        guard hash.hasPrefix("sha256:") else { return nil }
        let digits = hash.dropFirst("sha256:".count)
        return isDigest(digits) ? digits : nil
    }

    private static func isDigest(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    // MARK: - Reading

    /// Loads a rule set as it was. Throws if it is not kept, or was changed.
    package func rules(of hash: String) throws(FileFault) -> (loaded: LoadedRules, development: Bool) {
        guard let file = file(of: hash), let archive = try Self.bytes(file, limit: BundleLimits.archiveBytes + 1) else {
            throw FileFault(
                "the rule set \(hash) is not kept in \(path): it was never in force here, or was removed by age or size "
                    + "(receipts.keep_days, receipts.megabytes)")
        }
        do throws(BundleFault) {
            let read = try RuleSetArchive(archive)
            guard read.hash == hash else { throw BundleFault(.signature, "it is the rule set \(read.hash)") }
            return (try read.rules(denying: read.deniedTargets.flatMap(denied)), read.development)
        } catch { throw FileFault("\(file): \(error)") }
    }

    /// The archive and the list of denied targets of a rule set, not verified; `nil` if it is not kept.
    package func bytes(of hash: String) throws(FileFault) -> (archive: [UInt8], denied: [UInt8]?)? {
        guard let file = file(of: hash), let archive = try Self.bytes(file, limit: BundleLimits.archiveBytes + 1) else {
            return nil
        }
        return (archive, (try? RuleSetArchive(archive))?.deniedTargets.flatMap(denied))
    }

    /// A list of denied targets; `nil` if it is missing or can't be read.
    private func denied(_ digest: String) -> [UInt8]? {
        guard Self.isDigest(digest) else { return nil }
        return (try? Self.bytes(file(ofDenied: digest), limit: Self.mostDeniedBytes)) ?? nil
    }

    /// The times in which rule sets were in force, oldest first.
    package func periods() throws(FileFault) -> [RuleSetPeriod] {
        guard let bytes = try Self.bytes(journal, limit: Self.mostJournalBytes) else { return [] }
        var periods: [RuleSetPeriod] = []
        for line in bytes.split(separator: 0x0A) {
            guard let period = RuleSetPeriod(json: Array(line)) else { continue }
            if let last = periods.indices.last { periods[last].until = period.from }
            periods.append(period)
        }
        return periods
    }

    /// The bytes of a file; `nil` if it does not exist.
    static func bytes(_ path: String, limit: Int) throws(FileFault) -> [UInt8]? {
        // Safe: the string's bytes are valid for the duration of the call.
        guard unsafe access(path, F_OK) == 0 || errno != ENOENT else { return nil }
        return try SecretFile.bytes(path, "the rule set", limit: limit)
    }
}

/// A time in which a rule set was in force.
package struct RuleSetPeriod: Sendable, Equatable {
    /// The rule set's hash.
    package var hash: String
    /// Its beginning in seconds since the epoch.
    package var from: Int64
    /// Its end; `nil` for the latest.
    package var until: Int64?
    /// The digest of its list of denied targets; `nil` for none.
    var denied: String?
}
