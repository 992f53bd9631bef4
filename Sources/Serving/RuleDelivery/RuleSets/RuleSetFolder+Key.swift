import Glibc
package import OpenSSL
package import ServiceFiles

extension RuleSetFolder {
    private static let mostKeyBytes = 16_384

    /// The key that signs rule sets; `nil` if no daemon has created it yet.
    ///
    /// - Parameter report: Receives a warning if all users can read the file.
    package func key(report: (String) -> Void) throws(FileFault) -> SigningKey? {
        try SecretFile.examine(keyFile, report: report)
        guard let pem = try Self.bytes(keyFile, limit: Self.mostKeyBytes) else { return nil }
        do throws(SignatureKeyFault) { return try SigningKey(pem: pem.span, file: keyFile) } catch {
            throw FileFault("\(error); if it is lost, remove the file: the next reload creates another key")
        }
    }

    /// The key, which is created if it does not exist, with the file of its public key.
    func keyOrNew() throws -> SigningKey {
        // Safe: the string's bytes are valid for the duration of the call.
        if unsafe access(keyFile, F_OK) != 0 { try KeptSecret.make(keyFile) { SigningKey(.ed25519).pem } }
        guard let key = try key(report: { _ in }) else { throw FileFault("\(keyFile): removed by another program") }
        let pem = key.verifyingKey.pem
        if (try? Self.bytes(publicKeyFile, limit: pem.count + 1)) != pem {
            try ReplacementFile(of: publicKeyFile).commit(pem)
        }
        return key
    }
}
