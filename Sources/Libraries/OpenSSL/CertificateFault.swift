/// Why a certificate can't be used, as a sentence with the file that causes it.
public struct CertificateFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The problem with a certificate, its chain or its key.
    public enum Reason: Equatable, Sendable {
        /// The file can't be read, with the system's error message: `No such file or directory`.
        case unreadable(String)
        case noCertificate
        case noKey
        /// The private key requires a passphrase, and a daemon has no terminal to prompt for it.
        case encryptedKey
        /// The key belongs to a different certificate.
        case mismatch(certificate: String)
        /// OpenSSL rejects the certificate, with its error message: `ee key too small`.
        case refused(String)
    }

    /// The path, as spelled in the settings.
    public let file: String
    /// The problem.
    public let reason: Reason

    public var description: String { "\(file): \(message)" }

    /// The problem, without the file name.
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
