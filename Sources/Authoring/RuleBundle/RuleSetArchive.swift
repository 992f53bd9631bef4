import ByteText
import Compression
public import OpenSSL
public import Rules

/// A former rule set in one file: a `.tar.gz` that can be listed with `tar tzf`.
///
///     .ruleset.json       the rule set's hash, and the settings that it covers
///     .ruleset.signature.json     the signature of that file by the daemon that kept it
///     .signature.json     those of the signed bundle that contained the files, if there was one
///     .manifest.json
///     .devices.yaml       the device corrections for all sites, if there are any
///     sites/…             the files
///
/// It is intact if its content has the hash by which decisions name the rule set (``rules(denying:)``); the signature shows
/// which daemon used the rules (``keeper(among:)``). The list of denied targets is not part of it, since it may be large and
/// change seldom.
public struct RuleSetArchive: Sendable {
    /// The rule set's hash, `sha256:…`, which ``rules(denying:)`` verifies.
    public let hash: String
    /// The digest of the list of denied targets; `nil` for none.
    public let deniedTargets: String?
    /// Whether the rule set allowed http targets on this machine.
    public let development: Bool
    private let content: RuleSetContent
    private let head: [UInt8]
    private let signature: [UInt8]?

    private static let signatureName = ".ruleset.signature.json"
    private static let name = ".ruleset.json"
    private static let devices = ".devices.yaml"
    private static let kind = "fingerpost rule set"
    private static let format = 1
    private static let headBytes = 16_384

    // MARK: - Writing

    /// The archive of loaded rules: the same bytes for the same rules and Ed25519 key.
    ///
    /// - Parameter key: The key of the daemon that uses the rules, or `nil` for no signature.
    public static func bytes(
        of loaded: LoadedRules, development: Bool, signedBy key: SigningKey?
    ) throws(BundleFault) -> [UInt8] {
        let content = loaded.content
        let files = content.files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        guard files.reduce(0, { $0 + $1.bytes.count }) <= BundleLimits.contentBytes else {
            throw BundleFault(.format, "the files are larger than \(BundleLimits.contentBytes) bytes")
        }
        var tar = TarWriter(modified: 0)
        let head = head(content, loaded.hash, development)
        tar.add(BundleFile(path: name, bytes: head))
        if let key { tar.add(BundleFile(path: signatureName, bytes: BundleSignature(of: head, by: key).json)) }
        if let origin = content.origin {
            tar.add(BundleFile(path: BundleSignature.name, bytes: origin.signature))
            tar.add(BundleFile(path: BundleManifest.name, bytes: origin.manifest))
        }
        if let devices = content.devices { tar.add(BundleFile(path: Self.devices, bytes: devices)) }
        for file in files {
            try BundlePath.requireValid(file.path)
            tar.add(BundleFile(path: file.path, bytes: file.bytes))
        }
        do throws(CompressionFault) { return try GzipCompressor.compressed(tar.finish().span) } catch {
            throw BundleFault(.format, "out of memory while compressing it")
        }
    }

    private static func head(_ content: RuleSetContent, _ hash: String, _ development: Bool) -> [UInt8] {
        let denied = content.deniedTargets.map { Digest.sha256Hex($0.span) }
        let head: JSONValue = [
            "kind": .string(kind), "format": .number(JSONNumber(format)), "ruleset": .string(hash),
            "page_host": content.pageHost.map { .string($0) } ?? .null,
            "denied_targets": denied.map { .string($0) } ?? .null, "development": .bool(development),
        ]
        return Array((head.text + "\n").utf8)
    }

    // MARK: - Reading

    /// Reads an archive. Its content is verified by ``rules(denying:)``.
    public init(_ archive: [UInt8]) throws(BundleFault) {
        guard archive.count <= BundleLimits.archiveBytes else {
            throw BundleFault(.format, "larger than \(BundleLimits.archiveBytes) bytes")
        }
        var reader = try TarReader(gzip: archive)
        guard let first = try reader.next(), first.path == Self.name else {
            throw BundleFault(.format, "not a rule set: \(Self.name) is missing or misplaced")
        }
        let bytes = try reader.content(of: first, limit: Self.headBytes)
        guard let head = try? JSONValue(parsing: bytes.span), head["kind"]?.string == Self.kind,
            let hash = head["ruleset"]?.string
        else { throw BundleFault(.format, "\(Self.name): not that of a rule set") }
        guard head["format"]?.number?.int == Self.format else {
            throw BundleFault(.format, "the rule set has a format that this version does not support: update it")
        }
        self.hash = hash
        deniedTargets = head["denied_targets"]?.string
        development = head["development"]?.bool ?? false
        self.head = bytes
        var content = RuleSetContent()
        content.pageHost = head["page_host"]?.string
        signature = try Self.readFiles(&reader, into: &content)
        self.content = content
    }

    /// Reads the files after the first one; returns the signature of that.
    private static func readFiles(
        _ reader: inout TarReader, into content: inout RuleSetContent
    ) throws(BundleFault) -> [UInt8]? {
        var (keeper, signature, manifest): ([UInt8]?, [UInt8]?, [UInt8]?)
        var limit = BundleLimits.contentBytes
        while let header = try reader.next() {
            switch header.path {
            case signatureName: keeper = try reader.content(of: header, limit: BundleLimits.signatureBytes)
            case BundleSignature.name:
                signature = try reader.content(of: header, limit: BundleLimits.signatureBytes)
            case Self.devices: content.devices = try reader.content(of: header, limit: limit)
            case BundleManifest.name: manifest = try reader.content(of: header, limit: BundleLimits.manifestBytes)
            default:
                try BundlePath.requireValid(header.path)
                if header.kind == .folder { continue }
                let bytes = try reader.content(of: header, limit: limit)
                limit -= bytes.count
                content.files.append((header.path, bytes))
            }
        }
        if let signature, let manifest {
            content.origin = RuleSetContent.SignedOrigin(manifest: manifest, signature: signature)
        }
        return keeper
    }

    /// Loads the rules, and verifies that they have the archive's hash.
    ///
    /// - Parameter list: The list with the digest ``deniedTargets``.
    public func rules(denying list: [UInt8]?) throws(BundleFault) -> LoadedRules {
        var content = content
        if let digest = deniedTargets {
            guard let list, Digest.sha256Hex(list.span) == digest else {
                throw BundleFault(.signature, "its list of denied targets, sha256 \(digest), is missing or was changed")
            }
            content.deniedTargets = list
        }
        let loaded = RuleDirectory.load(content, named: String(hash.prefix(Self.shortHash)))
        guard loaded.hash == hash else {
            throw BundleFault(.signature, "the content was changed: it has the hash \(loaded.hash), not \(hash)")
        }
        return loaded
    }

    /// The length of hashes in messages.
    private static let shortHash = "sha256:".count + 12

    // MARK: - Origin

    /// The key of the daemon that kept the rule set; `nil` if it has no signature. Throws if no trusted key has signed it.
    ///
    /// The signature covers the hash, so it is one of the rules only after ``rules(denying:)`` has returned them.
    public func keeper(among keys: [VerifyingKey]) throws(BundleFault) -> VerifyingKey? {
        guard let signature else { return nil }
        return try BundleSignature(json: signature).signer(of: head, among: keys)
    }

    /// The signed bundle that contained the files: its revision, and the key that signed it. `nil` for files of a
    /// directory; throws if no trusted key has signed the files.
    public func origin(trusting keys: [VerifyingKey]) throws(BundleFault) -> (revision: Int, key: VerifyingKey)? {
        guard let origin = content.origin else { return nil }
        let key = try BundleSignature(json: origin.signature).signer(of: origin.manifest, among: keys)
        let manifest = try BundleManifest(json: origin.manifest)
        for file in content.files {
            let digest = Digest.sha256Hex(file.bytes.span)
            guard manifest.files.contains(where: { $0.path == file.path && $0.sha256 == digest }) else {
                throw BundleFault(.signature, "`\(file.path)` is not as it was signed")
            }
        }
        return (manifest.revision, key)
    }
}
