import COpenSSL
import Files

/// A PEM file (RFC 7468).
@safe struct PEMFile: ~Copyable {
    private let path: String
    private let handle: OpaquePointer

    init(_ path: String) throws(CertificateFault) {
        let bytes: [UInt8]
        do throws(RegularFileFault) { bytes = try RegularFile.bytes(of: path, atMost: Self.mostBytes) } catch {
            throw CertificateFault(file: path, reason: .unreadable(error.description))
        }
        self.init(bytes.span, name: path)
    }

    /// The maximum size of a file in bytes. The root store of a browser takes a quarter of a megabyte.
    private static let mostBytes = 16 << 20

    /// A file that was already read; `name` is its name in error messages.
    init(_ bytes: Span<UInt8>, name: String) {
        // Safe: the bytes are copied during the calls.
        let memory = unsafe BIO_new(BIO_s_mem())
        guard let memory = unsafe memory else { preconditionFailure("out of memory") }
        unsafe bytes.withUnsafeBytes { input in
            _ = unsafe BIO_write(memory, input.baseAddress, Int32(clamping: input.count))
        }
        path = name
        unsafe self.handle = memory
    }

    // Safe: the handle is owned by this struct.
    deinit { unsafe BIO_free_all(handle) }

    /// All certificates, in file order; at least one.
    consuming func certificates() throws(CertificateFault) -> [Certificate] {
        var certificates: [Certificate] = []
        // Safe: the file is open, and returned objects are owned from here on. The callback keeps OpenSSL from
        // prompting for passphrases at the terminal.
        while let certificate = unsafe PEM_read_bio_X509_AUX(handle, nil, { _, _, _, _ in -1 }, nil) {
            certificates.append(unsafe Certificate(owning: certificate))
        }
        // Reading always ends with an error: there is no further certificate, or it can't be read.
        let error = ErrorQueue.drain()
        guard error.isReason(PEM_R_NO_START_LINE, of: ERR_LIB_PEM) else {
            throw CertificateFault(
                file: path, reason: error.isSystem ? .unreadable(error.reason) : .refused(error.reason))
        }
        if certificates.isEmpty { throw CertificateFault(file: path, reason: .noCertificate) }
        return certificates
    }

    /// The first private key.
    consuming func privateKey() throws(CertificateFault) -> PrivateKey {
        defer { ErrorQueue.clear() }
        var isEncrypted = false
        // Safe: the file is open. The callback replaces OpenSSL's own, which prompts at the terminal; it records in a
        // local, which outlives the call, that a passphrase was requested.
        let key = unsafe withUnsafeMutablePointer(to: &isEncrypted) { flag in
            unsafe PEM_read_bio_PrivateKey(
                handle, nil,
                { _, _, _, argument in
                    unsafe argument?.assumingMemoryBound(to: Bool.self).pointee = true
                    return -1
                }, flag)
        }
        guard let key = unsafe key else {
            throw CertificateFault(file: path, reason: isEncrypted ? .encryptedKey : .noKey)
        }
        return unsafe PrivateKey(owning: key)
    }
}
