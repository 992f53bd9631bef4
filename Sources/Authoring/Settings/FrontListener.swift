public import Configuration

/// A public listener, of the front or of the API for apps: its address and its protocol.
public struct FrontListener: Sendable, Equatable {
    /// The protocol of a listener.
    public enum Service: Sendable, Equatable {
        case plain
        /// TLS with these certificates. The first one is for clients without SNI, or with an unknown host.
        case tls([CertificateFiles])
        /// Plain HTTP that only redirects to https.
        case redirect
    }

    /// The listening address.
    public var address: ListenAddress
    /// The protocol.
    public var service: Service
    /// Whether each connection begins with a PROXY protocol header, which is accepted only from trusted peers.
    public var proxyProtocol = false

    /// A listener without the PROXY protocol.
    public init(_ address: ListenAddress, _ service: Service = .plain) {
        self.address = address
        self.service = service
    }

    /// Parses an address and options, as in nginx: `127.0.0.1:8080 proxy_protocol`. Returns `nil` for anything else.
    init?(_ text: String) {
        var words = text.split(separator: " ")
        guard !words.isEmpty, let address = ListenAddress(String(words.removeFirst())) else { return nil }
        guard words.isEmpty || words == ["proxy_protocol"] else { return nil }
        self.init(address)
        proxyProtocol = !words.isEmpty
    }

    /// The certificates, or `nil` without TLS.
    public var certificates: [CertificateFiles]? {
        guard case .tls(let files) = service else { return nil }
        return files
    }
}

/// The files of one certificate.
public struct CertificateFiles: Sendable, Equatable {
    /// The certificate followed by its chain, in PEM.
    public var certificate: String
    /// The private key, in PEM. May be in the same file.
    public var key: String
    /// The place in the settings file, or `nil` for flags and variables.
    public var location: SourceLocation?

    /// The paths of the files, which are not opened here.
    public init(certificate: String, key: String, location: SourceLocation? = nil) {
        self.certificate = certificate
        self.key = key
        self.location = location
    }
}
