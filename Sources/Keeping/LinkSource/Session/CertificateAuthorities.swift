import Glibc

/// The certificate authorities trusted by the system.
enum CertificateAuthorities {
    /// The paths at which distributions store them in one file.
    private static let files = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
        "/etc/ssl/cert.pem",
    ]

    /// The file of this system; `nil` if none is readable.
    static var file: String? {
        // Safe: the string is valid for the duration of the call.
        files.first { unsafe access($0, R_OK) == 0 }
    }
}
