import Glibc

/// The certificate authorities that the system trusts.
enum CertificateAuthorities {
    /// Where distributions keep them in one file.
    private static let files = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
        "/etc/ssl/cert.pem",
    ]

    /// The file of this system; nil where there is none that can be read.
    static var file: String? {
        // Safe: the text is lent for the call.
        files.first { unsafe access($0, R_OK) == 0 }
    }
}
