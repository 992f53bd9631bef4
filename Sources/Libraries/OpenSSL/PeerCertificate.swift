import COpenSSL

/// The certificate of a server, and why it is not trusted, if so (RFC 5280, section 6; RFC 6125).
public struct PeerCertificate: Sendable, Equatable {
    /// Why a certificate is not trusted: the first reason found.
    public enum Fault: Sendable, Equatable {
        case expired, notYetValid
        /// It is for other names.
        case otherName
        /// No trusted authority has signed the certificate or its chain, or the server does not send an intermediate
        /// certificate.
        case unknownIssuer
        case selfSigned
        /// Any other reason, with the error message of OpenSSL.
        case other(String)
    }

    /// The DNS names of the certificate, in lowercase.
    public var names: [String]
    /// The validity period, in seconds since the epoch.
    public var begin, end: Int64
    /// The common name of the issuer; empty if it has none.
    public var issuer: String
    /// The number of certificates that the server has sent, including its own.
    public var chainCount: Int
    /// Why the certificate is not trusted, or `nil` if it is.
    public var fault: Fault?

    /// Creates a description of a certificate.
    public init(
        names: [String], begin: Int64, end: Int64, issuer: String = "", chainCount: Int = 1, fault: Fault? = nil
    ) {
        self.names = names
        (self.begin, self.end) = (begin, end)
        self.issuer = issuer
        self.chainCount = chainCount
        self.fault = fault
    }

    /// Whether it is valid for a host: by name, or by a wildcard for the first label (RFC 6125, section 6.4.3).
    public func covers(host: String) -> Bool { names.cover(host: host) }
}

extension TLSSession {
    /// The negotiated protocol version: `TLSv1.3`.
    public var version: String {
        // Safe: the handle lives as long as self; the text is a constant.
        unsafe String(cString: SSL_get_version(handle))
    }

    /// The server's certificate, or `nil` on the server side and before the handshake.
    public var peerCertificate: PeerCertificate? {
        // Safe: the handle lives as long as self; the certificate is returned with its own reference.
        guard let shown = unsafe SSL_get1_peer_certificate(handle) else { return nil }
        let certificate = unsafe Certificate(owning: shown)
        let chain = unsafe SSL_get_peer_cert_chain(handle)
        let count = unsafe chain.map { unsafe OPENSSL_sk_num($0) } ?? 1
        return PeerCertificate(
            names: certificate.names, begin: certificate.begin, end: certificate.end, issuer: certificate.issuer,
            chainCount: Int(count), fault: PeerCertificate.Fault(code: unsafe SSL_get_verify_result(handle)))
    }
}

extension PeerCertificate.Fault {
    /// The result of a verification, or `nil` for success.
    fileprivate init?(code: Int) {
        switch Int32(code) {
        case X509_V_OK: return nil
        case X509_V_ERR_CERT_HAS_EXPIRED: self = .expired
        case X509_V_ERR_CERT_NOT_YET_VALID: self = .notYetValid
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: self = .otherName
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            self = .unknownIssuer
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN: self = .selfSigned
        // Safe: the texts of OpenSSL are constants.
        default: self = .other(unsafe String(cString: X509_verify_cert_error_string(code)))
        }
    }
}

extension Certificate {
    /// The common name of the issuer; empty if it has none.
    fileprivate var issuer: String {
        var text = [CChar](repeating: 0, count: 128)
        // Safe: the name belongs to the certificate; at most the size of the buffer is written, including the
        // terminating NUL.
        let count = unsafe X509_NAME_get_text_by_NID(
            X509_get_issuer_name(handle), NID_commonName, &text, Int32(text.count))
        guard count > 0 else { return "" }
        return String(decoding: text.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
