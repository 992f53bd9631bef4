import ByteText
import Compression
public import OpenSSL

/// Decisions with everything that led to them, in one file: a `.tar.gz` that can be listed with `tar tzf`.
///
///     .signature.json     if it was signed
///     .manifest.json      the time, and the path, size and SHA-256 of each file
///     decisions.jsonl     …
public struct ReceiptArchive: Sendable {
    /// When it was made, in seconds since the epoch.
    public let created: Int64
    /// The files, whose digests have been verified.
    public let files: [BundleFile]
    /// The key that signed it, if it is trusted; `nil` if none was required.
    public let key: VerifyingKey?
    /// Whether it has a signature.
    public let isSigned: Bool

    /// The bytes of an archive.
    ///
    /// - Parameter key: The key that signs it, or `nil` to leave it unsigned.
    public static func bytes(
        of files: [BundleFile], created: Int64, signedBy key: SigningKey?
    ) throws(BundleFault) -> [UInt8] {
        let sorted = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        guard sorted.reduce(0, { $0 + $1.bytes.count }) <= BundleLimits.contentBytes else {
            throw BundleFault(.format, "larger than \(BundleLimits.contentBytes) bytes: select fewer decisions")
        }
        let manifest = BundleManifest(sorted, of: .receipts, revision: 0, created: created).json
        var tar = TarWriter(modified: created)
        if let key {
            tar.add(BundleFile(path: BundleSignature.name, bytes: BundleSignature(of: manifest, by: key).json))
        }
        tar.add(BundleFile(path: BundleManifest.name, bytes: manifest))
        for file in sorted {
            try BundlePath.requireValid(file.path)
            tar.add(file)
        }
        do throws(CompressionFault) { return try GzipCompressor.compressed(tar.finish().span) } catch {
            throw BundleFault(.format, "out of memory while compressing it")
        }
    }

    /// Reads an archive, and verifies the digests of its files and, if keys are given, its signature.
    public init(_ archive: [UInt8], trusting keys: [VerifyingKey]) throws(BundleFault) {
        guard archive.count <= BundleLimits.archiveBytes else {
            throw BundleFault(.format, "larger than \(BundleLimits.archiveBytes) bytes")
        }
        var reader = try TarReader(gzip: archive)
        var header = try reader.next()
        var signature: [UInt8]?
        if let first = header, first.path == BundleSignature.name {
            signature = try reader.content(of: first, limit: BundleLimits.signatureBytes)
            header = try reader.next()
        }
        guard let header, header.kind == .file, header.path == BundleManifest.name else {
            throw BundleFault(.format, "no receipts: \(BundleManifest.name) is missing or misplaced")
        }
        let bytes = try reader.content(of: header, limit: BundleLimits.manifestBytes)
        key = try Self.signer(of: bytes, signature, among: keys)
        let manifest = try BundleManifest(json: bytes, of: .receipts)
        files = try SignedBundle.files(manifest.files, &reader)
        (created, isSigned) = (manifest.created, signature != nil)
    }

    private static func signer(
        of manifest: [UInt8], _ signature: [UInt8]?, among keys: [VerifyingKey]
    ) throws(BundleFault) -> VerifyingKey? {
        guard !keys.isEmpty else { return nil }
        guard let signature else { throw BundleFault(.signature, "it is not signed") }
        return try BundleSignature(json: signature).signer(of: manifest, among: keys)
    }
}
