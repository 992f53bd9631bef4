public import Configuration

/// A listener of the public front: where it listens, and how it speaks.
public struct FrontListener: Sendable, Equatable {
    public enum Service: Sendable, Equatable {
        case plain
        /// With these certificates; the first is shown to clients that ask for no name, or for a strange one.
        case tls([CertificateFiles])
        /// It sends clients to the same address in https.
        case redirect
    }

    public var address: ListenAddress
    public var service: Service
    /// Whether each connection begins with a header of the PROXY protocol, which trusted peers alone may send.
    public var proxyProtocol = false

    public init(_ address: ListenAddress, _ service: Service = .plain) {
        self.address = address
        self.service = service
    }

    /// Reads an address and what stands behind it, as in nginx: `127.0.0.1:8080 proxy_protocol`; nil for anything else.
    init?(_ text: String) {
        var words = text.split(separator: " ")
        guard !words.isEmpty, let address = ListenAddress(String(words.removeFirst())) else { return nil }
        guard words.isEmpty || words == ["proxy_protocol"] else { return nil }
        self.init(address)
        proxyProtocol = !words.isEmpty
    }

    /// The certificates; nil where it speaks no TLS.
    public var certificates: [CertificateFiles]? {
        guard case .tls(let files) = service else { return nil }
        return files
    }
}

/// The files of one certificate.
public struct CertificateFiles: Sendable, Equatable {
    /// The certificate, and behind it those that signed it, in PEM.
    public var certificate: String
    /// The private key; it may stand in the same file.
    public var key: String
    /// Where the settings name them; nil for flags and variables.
    public var location: SourceLocation?

    public init(certificate: String, key: String, location: SourceLocation? = nil) {
        self.certificate = certificate
        self.key = key
        self.location = location
    }
}
