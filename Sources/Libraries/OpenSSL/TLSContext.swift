import COpenSSL

/// The TLS settings of a server: its certificates, selected by the requested name (SNI), and its policy.
///
/// Immutable, so workers share it; a reload creates a new one. Sessions keep theirs alive.
///
/// TLS 1.2 and 1.3 with the cipher suites of Mozilla's intermediate configuration, except those with finite-field
/// Diffie-Hellman, which allow a client to cause high CPU load on the server (CVE-2002-20001). No renegotiation, no
/// compression, no early data.
public final class TLSContext: Sendable {
    /// The context that every session begins with.
    let first: CertificateContext
    /// Used by OpenSSL's callbacks in handshakes. Sessions retain the TLSContext, and therefore these, as long as
    /// callbacks may run.
    private let names: ServerNames
    private let tickets: TicketKeys
    /// The certificate that expires first: its first DNS name, and its expiry in seconds since the epoch.
    public let firstToEnd: (name: String, end: Int64)

    /// - Parameters:
    ///   - certificates: The first one is used for clients that request an unknown name or none. If two are valid for
    ///     the same name, the first of them is used.
    ///   - tickets: The ticket keys, which outlive reloads.
    ///   - offersHTTP2: Whether HTTP/2 is negotiated with clients that support it (ALPN, RFC 7301).
    public init(
        _ certificates: [ServerCertificate], tickets: TicketKeys, offersHTTP2: Bool = false
    ) throws(CertificateFault) {
        precondition(!certificates.isEmpty, "a TLS server needs a certificate")
        var contexts: [CertificateContext] = []
        for certificate in certificates { contexts.append(try CertificateContext(showing: certificate, offersHTTP2)) }
        first = contexts[0]
        firstToEnd = certificates.map { ($0.names.first ?? "", $0.end) }.min { $0.1 < $1.1 } ?? ("", 0)
        names = ServerNames(zip(certificates.map(\.names), contexts))
        self.tickets = tickets
        for context in contexts { unsafe tickets.serve(context.handle) }
        names.serve(first)
    }
}

/// The owner of OpenSSL's context for one certificate. A handshake selects one of several.
///
/// Not changed once ``TLSContext`` is created, so it may be used on any thread.
@safe final class CertificateContext: @unchecked Sendable {
    let handle: OpaquePointer

    init(showing certificate: ServerCertificate, _ offersHTTP2: Bool) throws(CertificateFault) {
        // Safe: the context is new, and freed below if it can't be used.
        guard let handle = unsafe SSL_CTX_new(TLS_server_method()) else {
            throw CertificateFault(file: certificate.file, reason: .refused(ErrorQueue.drain().reason))
        }
        guard unsafe TLSPolicy.apply(to: handle, offersHTTP2), unsafe Self.show(certificate, in: handle) else {
            let error = ErrorQueue.drain()
            unsafe SSL_CTX_free(handle)
            throw CertificateFault(file: certificate.file, reason: .refused(error.reason))
        }
        unsafe self.handle = handle
    }

    // Safe: the reference is owned by this object; sessions have their own.
    deinit { unsafe SSL_CTX_free(handle) }

    private static func show(_ certificate: ServerCertificate, in context: OpaquePointer) -> Bool {
        // Safe: the context takes its own references.
        guard unsafe SSL_CTX_use_certificate(context, certificate.leaf.handle) == 1,
            unsafe SSL_CTX_use_PrivateKey(context, certificate.key.handle) == 1
        else { return false }
        return certificate.chain.allSatisfy { link in
            // With 1 it takes its own reference here as well (SSL_CTX_add1_chain_cert).
            unsafe SSL_CTX_ctrl(context, SSL_CTRL_CHAIN_CERT, 1, UnsafeMutableRawPointer(link.handle)) == 1
        }
    }
}

/// The context for each name.
private final class ServerNames: Sendable {
    private let contexts: [String: CertificateContext]

    /// If two contexts are for the same name, the first one is used.
    init(_ contexts: some Sequence<([String], CertificateContext)>) {
        var table: [String: CertificateContext] = [:]
        for (names, context) in contexts {
            for name in names where table[name] == nil { table[name] = context }
        }
        self.contexts = table
    }

    /// The context for a host: by name, or by a wildcard for its first label.
    private func context(for host: String) -> CertificateContext? {
        let host = host.lowercased()
        if let found = contexts[host] { return found }
        return host.firstIndex(of: ".").flatMap { contexts["*" + host[$0...]] }
    }

    /// Registers the SNI callback in the context that sessions begin with.
    func serve(_ first: CertificateContext) {
        // Safe: the TLSContext retains this object, and every session retains the TLSContext.
        let argument = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe fingerpost_SSL_CTX_set_servername_callback(
            first.handle,
            { session, _, argument in
                guard let session = unsafe session, let argument = unsafe argument,
                    let text = unsafe SSL_get_servername(session, TLSEXT_NAMETYPE_host_name)
                else { return SSL_TLSEXT_ERR_NOACK }
                let names = unsafe Unmanaged<ServerNames>.fromOpaque(argument).takeUnretainedValue()
                guard let context = names.context(for: unsafe String(cString: text)) else {
                    return SSL_TLSEXT_ERR_NOACK
                }
                unsafe _ = SSL_set_SSL_CTX(session, context.handle)
                return SSL_TLSEXT_ERR_OK
            }, argument)
    }
}
