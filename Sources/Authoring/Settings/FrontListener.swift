public import Configuration

/// A public listener, of the front or of the API for apps: its address and its protocol.
public struct FrontListener: Sendable, Equatable {
    /// What a listener speaks.
    public enum Service: Sendable, Equatable {
        case plain
        /// TLS with these certificates; the first is for clients that name no host, or an unknown one.
        case tls([CertificateFiles])
        /// Plain HTTP that only redirects to the same address in https.
        case redirect
    }

    /// Where it listens.
    public var address: ListenAddress
    /// What it speaks.
    public var service: Service
    /// Whether each connection begins with a PROXY protocol header, which only trusted peers may send.
    public var proxyProtocol = false

    /// A listener without the PROXY protocol.
    public init(_ address: ListenAddress, _ service: Service = .plain) {
        self.address = address
        self.service = service
    }

    /// Reads an address and its options, as in nginx: `127.0.0.1:8080 proxy_protocol`; nil for anything else.
    init?(_ text: String) {
        var words = text.split(separator: " ")
        guard !words.isEmpty, let address = ListenAddress(String(words.removeFirst())) else { return nil }
        guard words.isEmpty || words == ["proxy_protocol"] else { return nil }
        self.init(address)
        proxyProtocol = !words.isEmpty
    }

    /// The certificates; nil without TLS.
    public var certificates: [CertificateFiles]? {
        guard case .tls(let files) = service else { return nil }
        return files
    }
}

/// The files of one certificate.
public struct CertificateFiles: Sendable, Equatable {
    /// The certificate, followed by those that signed it, in PEM.
    public var certificate: String
    /// The private key, in PEM; it may be in the same file.
    public var key: String
    /// Where the settings name them; nil for flags and variables.
    public var location: SourceLocation?

    /// The files' paths, which are not opened here.
    public init(certificate: String, key: String, location: SourceLocation? = nil) {
        self.certificate = certificate
        self.key = key
        self.location = location
    }
}
