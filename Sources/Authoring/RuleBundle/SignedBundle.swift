public import OpenSSL
import Rules

/// A rules directory in one signed file: a `.tar.gz` that can be listed with `tar tzf`.
///
///     .signature.json     the key's ID, and the signature of .manifest.json
///     .manifest.json      revision, time, and the path, size and SHA-256 of each file
///     sites/…             the files, exactly those of the manifest and in its order
///
/// A value of this type has been verified. Immutable.
public struct SignedBundle: Sendable {
    /// The signed manifest.
    public let manifest: BundleManifest
    /// The key that signed the bundle.
    public let key: VerifyingKey
    /// The files, in the manifest's order.
    public let files: [BundleFile]
    /// The manifest and its signature as read.
    let origin: RuleSetContent.SignedOrigin
    /// The archive as read.
    public let archive: [UInt8]

    /// Reads and verifies a bundle. Before the signature is verified, at most 4 MiB are processed; no unsigned data is
    /// inflated beyond that, or returned.
    public init(_ archive: [UInt8], trusting keys: [VerifyingKey]) throws(BundleFault) {
        guard archive.count <= BundleLimits.archiveBytes else {
            throw BundleFault(.format, "larger than \(BundleLimits.archiveBytes) bytes")
        }
        var reader = try TarReader(gzip: archive)
        let signature = try Self.first(BundleSignature.name, &reader, limit: BundleLimits.signatureBytes)
        let signed = try Self.first(BundleManifest.name, &reader, limit: BundleLimits.manifestBytes)
        key = try BundleSignature(json: signature).signer(of: signed, among: keys)
        origin = RuleSetContent.SignedOrigin(manifest: signed, signature: signature)
        manifest = try BundleManifest(json: signed)
        files = try Self.files(manifest.files, &reader)
        self.archive = archive
    }

    /// The content of the next entry, which must have the given name.
    private static func first(
        _ name: String, _ reader: inout TarReader, limit: Int
    ) throws(BundleFault) -> [UInt8] {
        guard let header = try reader.next(), header.kind == .file, header.path == name else {
            throw BundleFault(.format, "not a signed bundle: \(name) is missing or misplaced")
        }
        return try reader.content(of: header, limit: limit)
    }

    /// The files of an archive, which must be exactly the expected ones.
    static func files(
        _ expected: [BundleManifest.File], _ reader: inout TarReader
    ) throws(BundleFault) -> [BundleFile] {
        var files: [BundleFile] = []
        while let header = try reader.next() {
            if let fault = BundlePath.fault(in: header.path) {
                throw BundleFault(.format, "the path `\(header.path)` \(fault)")
            }
            if header.kind == .folder { continue }
            guard files.count < expected.count, expected[files.count].path.utf8.elementsEqual(header.path.utf8)
            else {
                throw Self.stray(header.path, expected, read: files.count)
            }
            let file = expected[files.count]
            guard header.size == file.size else { throw Self.changed(header.path) }
            let bytes = try reader.content(of: header, limit: file.size)
            guard Digest.sha256Hex(bytes.span) == file.sha256 else { throw Self.changed(header.path) }
            files.append(BundleFile(path: file.path, bytes: bytes))
        }
        guard files.count == expected.count else {
            throw BundleFault(.signature, "`\(expected[files.count].path)` is signed but missing")
        }
        return files
    }

    private static func changed(_ path: String) -> BundleFault {
        BundleFault(.signature, "`\(path)` differs from the signed file")
    }

    private static func stray(_ path: String, _ expected: [BundleManifest.File], read: Int) -> BundleFault {
        guard let place = expected.firstIndex(where: { $0.path == path }) else {
            return BundleFault(.signature, "`\(path)` is not signed")
        }
        return place < read
            ? BundleFault(.format, "`\(path)` occurs twice")
            : BundleFault(.signature, "`\(expected[read].path)` is signed but missing or out of order")
    }
}
