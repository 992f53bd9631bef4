/// Why a key can't sign, or can't verify, as a sentence that contains nothing of the key.
public struct SignatureKeyFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Equatable, Sendable {
        /// Not PEM, or PEM of something else.
        case noPrivateKey
        case noPublicKey
        /// A private key where the public one belongs: it must stay with those who sign.
        case isPrivate
        /// A public key where the private one belongs.
        case isPublic
        case encrypted
        /// RSA, another curve.
        case unknownAlgorithm
    }

    /// The file, as the caller named it.
    public let file: String
    /// What is wrong with it.
    public let reason: Reason

    public var description: String {
        switch reason {
        case .noPrivateKey: "\(file): contains no private key (PEM, `-----BEGIN PRIVATE KEY-----`)"
        case .noPublicKey: "\(file): contains no public key (PEM, `-----BEGIN PUBLIC KEY-----`)"
        case .isPrivate:
            "\(file): a private key; whoever verifies needs the public one (openssl pkey -in \(file) -pubout)"
        case .isPublic: "\(file): a public key; signing needs the private one"
        case .encrypted:
            "\(file): the private key is encrypted; remove the passphrase (openssl pkey -in FILE -out FILE)"
        case .unknownAlgorithm: "\(file): not an Ed25519 or ECDSA P-256 key"
        }
    }
}
