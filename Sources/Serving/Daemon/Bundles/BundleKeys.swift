import OpenSSL

/// The files of the public keys that bundles may be signed with.
struct BundleKeys: Sendable {
    private let paths: [String]

    /// The files, which are not opened here.
    init(_ paths: [String]) { self.paths = paths }

    /// Reads the keys: anew each time, as keys are changed while daemons run.
    func load() throws(FileFault) -> [VerifyingKey] {
        var keys: [VerifyingKey] = []
        for path in paths {
            let bytes = try SecretFile.bytes(path, "the public key of bundles (--bundle-key)", limit: 16_384)
            do throws(SignatureKeyFault) { keys.append(try VerifyingKey(pem: bytes.span, file: path)) } catch {
                throw FileFault(error.description)
            }
        }
        return keys
    }
}
