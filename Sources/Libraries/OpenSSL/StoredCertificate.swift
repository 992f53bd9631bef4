import COpenSSL

/// A certificate in a file, with the properties that identify it.
public struct StoredCertificate: Sendable, Equatable {
    /// The alias in a keystore, or `nil` in files without aliases.
    public var alias: String?
    /// The subject on one line: `CN = Example, O = Example Ltd` (RFC 5280, section 4.1.2.6).
    public var subject: String
    /// The SHA-256 digest of its DER encoding: 32 pairs of uppercase hexadecimal digits, separated by colons.
    public var fingerprint: String
    /// The SHA-1 digest of its DER encoding in lowercase, as in Firebase's `google-services.json`: 40 digits.
    public var sha1: String
    /// Whether the file contains its private key, so that it is a signing certificate and not only a trusted one.
    public var hasKey: Bool

    init(_ certificate: Certificate, alias: String? = nil, hasKey: Bool = false) {
        self.alias = alias
        subject = certificate.subject
        // Safe: both return constants of libcrypto.
        fingerprint = unsafe certificate.digest(EVP_sha256()).map { Self.hexPair($0).uppercased() }.joined(
            separator: ":")
        sha1 = unsafe certificate.digest(EVP_sha1()).map(Self.hexPair).joined()
        self.hasKey = hasKey
    }

    private static func hexPair(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    /// The certificates of a file in PEM (RFC 7468) or DER, or `nil` for any other file.
    public static func reading(_ bytes: Span<UInt8>) -> [StoredCertificate]? {
        if let certificate = Certificate(der: bytes) { return [StoredCertificate(certificate)] }
        guard let found = try? PEMFile(bytes, name: "").certificates() else { return nil }
        return found.map { StoredCertificate($0) }
    }
}

extension Certificate {
    /// Parses a certificate in DER. Returns `nil` for anything else.
    convenience init?(der bytes: Span<UInt8>) {
        defer { ErrorQueue.clear() }
        // Safe: the pointer is read only during the call; the returned object is owned from here on.
        let handle = unsafe bytes.withUnsafeBufferPointer { buffer in
            var next = buffer.baseAddress
            return unsafe d2i_X509(nil, &next, buffer.count)
        }
        guard let handle = unsafe handle else { return nil }
        unsafe self.init(owning: handle)
    }

    /// The digest of the DER encoding.
    fileprivate func digest(_ algorithm: OpaquePointer?) -> [UInt8] {
        // Safe: the certificate is alive, the algorithm is a constant of libcrypto, and any digest fits into the
        // buffer.
        unsafe [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
            var written: UInt32 = 0
            let done = unsafe X509_digest(handle, algorithm, buffer.baseAddress, &written)
            precondition(done == 1, "libcrypto can't compute a certificate's digest")
            count = Int(written)
        }
    }

    /// The subject on one line, in UTF-8.
    var subject: String {
        // Safe: the memory is owned by this function, the name by the certificate, and the text is copied before it is
        // freed.
        guard let memory = unsafe BIO_new(BIO_s_mem()) else { return "" }
        defer { unsafe BIO_free_all(memory) }
        let flags = fingerpost_XN_FLAG_ONELINE_UTF8
        guard unsafe X509_NAME_print_ex(memory, X509_get_subject_name(handle), 0, flags) >= 0 else {
            ErrorQueue.clear()
            return ""
        }
        let text = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            count = max(0, Int(unsafe BIO_read(memory, buffer.baseAddress, 4096)))
        }
        return String(decoding: text, as: UTF8.self)
    }
}
