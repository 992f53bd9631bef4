import COpenSSL

/// How clients of this process speak TLS: whom they trust, and what they do with a server that can't be trusted.
///
/// Immutable, so it may be used on any thread. TLS 1.2 and 1.3, no renegotiation, no compression.
@safe public final class TLSClientContext: @unchecked Sendable {
    /// What becomes of a connection whose server can't be trusted.
    public enum Verification: Sendable {
        /// The handshake fails.
        case required
        /// The handshake goes on, and ``TLSSession/peerCertificate`` has the fault: for programs that examine servers and send
        /// nothing secret.
        case reported
    }

    let handle: OpaquePointer

    /// - Parameters:
    ///   - authorities: A file of the only trusted certificate authorities in PEM; nil for the system's.
    ///   - protocols: What is offered to speak (ALPN, RFC 7301), the favourite first.
    public init(
        authorities: String? = nil, _ verification: Verification = .required, protocols: [String] = ["http/1.1"]
    ) throws(CertificateFault) {
        let file = authorities ?? "OpenSSL"
        // The file is read once more by OpenSSL; here it is read for the message.
        if let authorities { _ = try PEMFile(authorities).certificates() }
        // Safe: the context is new; where it can't be used it is freed right here.
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

    // Safe: the reference is this object's own; sessions have theirs.
    deinit { unsafe SSL_CTX_free(handle) }

    private static func setUp(
        _ context: OpaquePointer, _ authorities: String?, _ verification: Verification, _ protocols: [String]
    ) -> Bool {
        // Safe: the context is the caller's own; strings and arrays are lent for the calls, and copied.
        unsafe fingerpost_SSL_CTX_harden(context)
        unsafe SSL_CTX_set_verify(context, verification == .required ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nil)
        let modes = SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
        unsafe _ = SSL_CTX_ctrl(context, SSL_CTRL_MODE, Int(modes), nil)
        let protocols = protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        // The call for protocols returns 0 when it succeeds.
        guard unsafe SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil) == 1,
            unsafe SSL_CTX_set_alpn_protos(context, protocols, UInt32(protocols.count)) == 0
        else { return false }
        guard let authorities else { return unsafe SSL_CTX_set_default_verify_paths(context) == 1 }
        return unsafe SSL_CTX_load_verify_file(context, authorities) == 1
    }
}
