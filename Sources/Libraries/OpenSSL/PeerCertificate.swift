import COpenSSL

/// The certificate that a server has shown, and what is wrong with it (RFC 5280, section 6; RFC 6125).
public struct PeerCertificate: Sendable, Equatable {
    /// Why a certificate can't be trusted: the first reason that was found.
    public enum Fault: Sendable, Equatable {
        case expired, notYetValid
        /// It is for other names.
        case otherName
        /// No trusted authority has signed it or what signed it; also where the server leaves an intermediate out.
        case unknownIssuer
        case selfSigned
        /// OpenSSL's word for it.
        case other(String)
    }

    /// The DNS names that it is for, in lower case.
    public var names: [String]
    /// From when and until when it is valid, in seconds since the epoch.
    public var begin, end: Int64
    /// The common name of what signed it; empty where it has none.
    public var issuer: String
    /// How many certificates the server has sent: its own, and those that signed it.
    public var chainCount: Int
    /// Why it can't be trusted; nil if it can.
    public var fault: Fault?

    /// A certificate as it was shown.
    public init(
        names: [String], begin: Int64, end: Int64, issuer: String = "", chainCount: Int = 1, fault: Fault? = nil
    ) {
        self.names = names
        (self.begin, self.end) = (begin, end)
        self.issuer = issuer
        self.chainCount = chainCount
        self.fault = fault
    }

    /// Whether it is for a host: by its name, or by a wildcard in place of the first label (RFC 6125, section 6.4.3).
    public func covers(host: String) -> Bool { names.cover(host: host) }
}

extension TLSSession {
    /// The version that was agreed on: `TLSv1.3`.
    public var version: String {
        // Safe: the handle lives as long as self; the text is a constant.
        unsafe String(cString: SSL_get_version(handle))
    }

    /// What the server has shown; nil on a server's side, and before the handshake.
    public var peerCertificate: PeerCertificate? {
        // Safe: the handle lives as long as self; the certificate comes with a reference of its own.
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
    /// The result of a verification; nil for success.
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
        // Safe: OpenSSL's texts are constants.
        default: self = .other(unsafe String(cString: X509_verify_cert_error_string(code)))
        }
    }
}

extension Certificate {
    /// The common name of what signed it; empty where it has none.
    fileprivate var issuer: String {
        var text = [CChar](repeating: 0, count: 128)
        // Safe: the name belongs to the certificate; no more is written than there is room for, the final zero included.
        let count = unsafe X509_NAME_get_text_by_NID(
            X509_get_issuer_name(handle), NID_commonName, &text, Int32(text.count))
        guard count > 0 else { return "" }
        return String(decoding: text.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
