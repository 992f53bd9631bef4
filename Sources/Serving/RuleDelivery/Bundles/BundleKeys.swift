package import ServiceFiles
package import OpenSSL

/// The files of the public keys that verify bundles or published links.
package struct BundleKeys: Sendable {
    private let paths: [String]
    private let use: String

    /// Takes the paths of the files, without opening them.
    ///
    /// - Parameter use: The purpose of the keys, for messages.
    package init(_ paths: [String], of use: String = "bundles (--bundle-key)") { (self.paths, self.use) = (paths, use) }

    /// Reads the keys. Called for each use, since keys are changed while daemons run.
    package func load() throws(FileFault) -> [VerifyingKey] {
        var keys: [VerifyingKey] = []
        for path in paths {
            let bytes = try SecretFile.bytes(path, "the public key of \(use)", limit: 16_384)
            do throws(SignatureKeyFault) { keys.append(try VerifyingKey(pem: bytes.span, file: path)) } catch {
                throw FileFault(error.description)
            }
        }
        return keys
    }
}
