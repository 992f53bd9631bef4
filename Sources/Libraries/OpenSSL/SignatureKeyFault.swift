/// Why a key can't sign or verify, as a sentence that contains no part of the key.
public struct SignatureKeyFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The problem.
    public enum Reason: Equatable, Sendable {
        /// Not PEM, or PEM of another type.
        case noPrivateKey
        case noPublicKey
        /// A private key instead of the public key: it must stay with the signer.
        case isPrivate
        /// A public key instead of the private key.
        case isPublic
        case encrypted
        /// RSA, or another curve.
        case unknownAlgorithm
    }

    /// The file, as named by the caller.
    public let file: String
    /// The problem.
    public let reason: Reason

    public var description: String {
        switch reason {
        case .noPrivateKey: "\(file): contains no private key (PEM, `-----BEGIN PRIVATE KEY-----`)"
        case .noPublicKey: "\(file): contains no public key (PEM, `-----BEGIN PUBLIC KEY-----`)"
        case .isPrivate:
            "\(file): a private key; verification needs the public key (openssl pkey -in \(file) -pubout)"
        case .isPublic: "\(file): a public key; signing needs the private key"
        case .encrypted:
            "\(file): the private key is encrypted; remove the passphrase (openssl pkey -in FILE -out FILE)"
        case .unknownAlgorithm: "\(file): not an Ed25519 or ECDSA P-256 key"
        }
    }
}
