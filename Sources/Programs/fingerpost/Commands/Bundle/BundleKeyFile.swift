import OpenSSL
import ServiceFiles
import Terminal

/// Reads the key files given to commands.
enum BundleKeyFile {
    private static let maximumBytes = 16_384

    static func signingKey(_ path: String) throws -> SigningKey {
        try SecretFile.examine(path, report: Output.error)
        let bytes = try SecretFile.bytes(path, "the private key", limit: maximumBytes)
        do throws(SignatureKeyFault) { return try SigningKey(pem: bytes.span, file: path) } catch {
            throw Failure(error.description)
        }
    }

    static func verifyingKey(_ path: String) throws -> VerifyingKey {
        let bytes = try SecretFile.bytes(path, "the public key", limit: maximumBytes)
        do throws(SignatureKeyFault) { return try VerifyingKey(pem: bytes.span, file: path) } catch {
            throw Failure(error.description)
        }
    }
}
