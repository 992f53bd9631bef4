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

    public init(_ address: ListenAddress, _ service: Service = .plain) {
        self.address = address
        self.service = service
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
