import Compression
public import OpenSSL

extension SignedBundle {
    /// Signs files. With an Ed25519 key, equal files, revision and time produce equal bytes; a P-256 signature differs
    /// each time.
    ///
    /// - Parameters:
    ///   - revision: Must be higher than that of any bundle that nodes have.
    ///   - created: The time, in seconds since the epoch.
    public init(
        signing files: [BundleFile], revision: Int, created: Int64, with key: SigningKey
    ) throws(BundleFault) {
        let sorted = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        for file in sorted { try BundlePath.requireValid(file.path) }
        let manifest = BundleManifest(sorted, revision: revision, created: created).json
        var tar = TarWriter(modified: created)
        tar.add(BundleFile(path: BundleSignature.name, bytes: BundleSignature(of: manifest, by: key).json))
        tar.add(BundleFile(path: BundleManifest.name, bytes: manifest))
        for file in sorted { tar.add(file) }
        let archive: [UInt8]
        do throws(CompressionFault) { archive = try GzipCompressor.compressed(tar.finish().span) } catch {
            throw BundleFault(.format, "out of memory while compressing it")
        }
        // Limits are checked only by the reader: a bundle that nodes would reject is not signed.
        try self.init(archive, trusting: [key.verifyingKey])
    }
}
