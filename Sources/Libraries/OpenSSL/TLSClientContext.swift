import COpenSSL

/// The TLS settings of clients in this process: trusted authorities, and the handling of untrusted servers.
///
/// Immutable, so it may be used on any thread. TLS 1.2 and 1.3, no renegotiation, no compression.
@safe public final class TLSClientContext: @unchecked Sendable {
    /// The handling of a server that is not trusted.
    public enum Verification: Sendable {
        /// The handshake fails.
        case required
        /// The handshake continues, and ``TLSSession/peerCertificate`` has the fault. For programs that examine servers
        /// and send no secrets.
        case reported
    }

    let handle: OpaquePointer

    /// - Parameters:
    ///   - authorities: A PEM file with the only trusted certificate authorities, or `nil` for those of the system.
    ///   - protocols: The offered protocols in order of preference (ALPN, RFC 7301).
    public init(
        authorities: String? = nil, _ verification: Verification = .required, protocols: [String] = ["http/1.1"]
    ) throws(CertificateFault) {
        let file = authorities ?? "OpenSSL"
        // OpenSSL reads the file again; it is read here for the error message.
        if let authorities { _ = try PEMFile(authorities).certificates() }
        // Safe: the context is new, and freed below if it can't be used.
        guard let handle = unsafe SSL_CTX_new(TLS_client_method()) else {
            throw CertificateFault(file: file, reason: .refused(ErrorQueue.drain().reason))
        }
        guard unsafe Self.setUp(handle, authorities, verification, protocols) else {
            let error = ErrorQueue.drain()
            unsafe SSL_CTX_free(handle)
            throw CertificateFault(file: file, reason: .refused(error.reason))
        }
        unsafe self.handle = handle
    }

    // Safe: the reference is owned by this object; sessions have their own.
    deinit { unsafe SSL_CTX_free(handle) }

    private static func setUp(
        _ context: OpaquePointer, _ authorities: String?, _ verification: Verification, _ protocols: [String]
    ) -> Bool {
        // Safe: the context is owned by the caller; strings and arrays are valid during the calls, and copied.
        unsafe fingerpost_SSL_CTX_harden(context)
        unsafe SSL_CTX_set_verify(context, verification == .required ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nil)
        let modes = SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
        unsafe _ = SSL_CTX_ctrl(context, SSL_CTRL_MODE, Int(modes), nil)
        let protocols = protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        // SSL_CTX_set_alpn_protos returns 0 on success.
        guard unsafe SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil) == 1,
            unsafe SSL_CTX_set_alpn_protos(context, protocols, UInt32(protocols.count)) == 0
        else { return false }
        guard let authorities else { return unsafe SSL_CTX_set_default_verify_paths(context) == 1 }
        return unsafe SSL_CTX_load_verify_file(context, authorities) == 1
    }
}
