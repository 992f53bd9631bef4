/// A certificate with its chain and its private key, as a server shows it.
///
/// Immutable, so it may be used on any thread.
public final class ServerCertificate: Sendable {
    /// The file that it was read from.
    public let file: String
    /// The DNS names that it is for (RFC 5280, section 4.2.1.6), in lower case; the star of `*.example.com` is one label.
    public let names: [String]
    /// From when and until when it is valid, in seconds since the epoch.
    public let begin, end: Int64

    let leaf: Certificate
    /// What signed it, and what signed that, as far as the file has it.
    let chain: [Certificate]
    let key: PrivateKey

    /// Reads a certificate with the chain after it, and its key, both in PEM. One file may hold all.
    public init(file: String, keyFile: String) throws(CertificateFault) {
        let certificates = try PEMFile(file).certificates()
        let key = try PEMFile(keyFile).privateKey()
        let leaf = certificates[0]
        guard leaf.isCertificate(of: key) else {
            throw CertificateFault(file: keyFile, reason: .mismatch(certificate: file))
        }
        self.file = file
        self.leaf = leaf
        self.key = key
        chain = Array(certificates.dropFirst())
        names = leaf.names
        begin = leaf.begin
        end = leaf.end
    }
}

/// The names of many certificates, to look hosts up in.
public struct CertificateNames: Sendable {
    private let names: Set<String>

    /// The names of all of them.
    public init(_ certificates: [ServerCertificate]) { names = Set(certificates.lazy.flatMap(\.names)) }

    /// Whether one is for a host: by its name, or by a wildcard in place of the first label (RFC 6125, section 6.4.3).
    public func cover(host: String) -> Bool { names.cover(host: host) }
}

extension Collection<String> {
    /// Whether one of the names of a certificate is a host's, or a wildcard in place of its first label.
    func cover(host: String) -> Bool {
        let host = host.lowercased()
        guard let dot = host.firstIndex(of: ".") else { return contains(host) }
        return contains(host) || contains("*" + host[dot...])
    }
}
