/// Why a certificate can't be used, as a sentence, with the file that is to blame.
public struct CertificateFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong with a certificate, its chain or its key.
    public enum Reason: Equatable, Sendable {
        /// The system's word for it: `No such file or directory`.
        case unreadable(String)
        case noCertificate
        case noKey
        /// The private key asks for a passphrase, and a daemon has no terminal to ask at.
        case encryptedKey
        /// The key belongs to another certificate.
        case mismatch(certificate: String)
        /// OpenSSL's word for it: `ee key too small`.
        case refused(String)
    }

    /// The path as the settings spell it.
    public let file: String
    /// What is wrong.
    public let reason: Reason

    public var description: String { "\(file): \(message)" }

    /// What is wrong, without the file's name.
    public var message: String {
        switch reason {
        case .unreadable(let text): "can't read: \(text)"
        case .noCertificate: "contains no certificate (PEM, `-----BEGIN CERTIFICATE-----`)"
        case .noKey: "contains no private key (PEM, `-----BEGIN PRIVATE KEY-----`)"
        case .encryptedKey: "the private key is encrypted; remove the passphrase (openssl pkey -in FILE -out FILE)"
        case .mismatch(let certificate): "the private key does not match \(certificate)"
        case .refused(let text): "OpenSSL rejects it: \(text)"
        }
    }
}
