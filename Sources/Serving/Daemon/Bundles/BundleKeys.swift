import OpenSSL

/// The files of the public keys that bundles, or published links, may be signed with.
struct BundleKeys: Sendable {
    private let paths: [String]
    private let use: String

    /// The files, which are not opened here.
    ///
    /// - Parameter use: What the keys are for, in messages.
    init(_ paths: [String], of use: String = "bundles (--bundle-key)") { (self.paths, self.use) = (paths, use) }

    /// Reads the keys: anew each time, as keys are changed while daemons run.
    func load() throws(FileFault) -> [VerifyingKey] {
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
