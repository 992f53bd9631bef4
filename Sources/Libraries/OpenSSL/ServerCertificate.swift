/// The certificate of a server, with its chain and private key.
///
/// Immutable, so it may be used on any thread.
public final class ServerCertificate: Sendable {
    /// The file that contains the certificate.
    public let file: String
    /// The DNS names (RFC 5280, section 4.2.1.6), in lowercase. The star in `*.example.com` matches a single label.
    public let names: [String]
    /// The validity period, in seconds since the epoch.
    public let begin, end: Int64

    let leaf: Certificate
    /// The chain of issuers, as far as the file contains it.
    let chain: [Certificate]
    let key: PrivateKey

    /// Reads a certificate followed by its chain, and its key, both in PEM. One file may contain all.
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

/// The names of many certificates, for host lookups.
public struct CertificateNames: Sendable {
    private let names: Set<String>

    /// The names of all these certificates.
    public init(_ certificates: [ServerCertificate]) { names = Set(certificates.lazy.flatMap(\.names)) }

    /// Whether any certificate is valid for a host: by name, or by a wildcard for the first label (RFC 6125, section
    /// 6.4.3).
    public func cover(host: String) -> Bool { names.cover(host: host) }
}

extension Collection<String> {
    /// Whether any of these certificate names matches a host exactly, or with a wildcard for its first label.
    func cover(host: String) -> Bool {
        let host = host.lowercased()
        guard let dot = host.firstIndex(of: ".") else { return contains(host) }
        return contains(host) || contains("*" + host[dot...])
    }
}
