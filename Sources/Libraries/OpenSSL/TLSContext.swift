import COpenSSL

/// What a server shows to TLS clients: its certificates, by the name that a client asks for (SNI), and how it speaks.
///
/// Immutable, so workers share it; a reload makes a new one. Sessions keep theirs alive.
///
/// TLS 1.2 and 1.3 with the cipher suites of Mozilla's intermediate configuration, but for those with finite-field
/// Diffie-Hellman, which let a client make a server work (CVE-2002-20001). No renegotiation, no compression, no early data.
public final class TLSContext: Sendable {
    /// The context that every session begins with.
    let first: CertificateContext
    /// What OpenSSL asks in handshakes. Sessions hold the TLSContext, and so these, as long as there may be questions.
    private let names: ServerNames
    private let tickets: TicketKeys
    /// The certificate that ends first: its first DNS name, and until when it is valid, in seconds since the epoch.
    public let firstToEnd: (name: String, end: Int64)

    /// - Parameters:
    ///   - certificates: The first is shown to clients that ask for a name that none is for, or for no name. Where two are for
    ///     the same name, the first of them is shown.
    ///   - tickets: The keys that outlive reloads.
    ///   - offersHTTP2: Whether a client that speaks HTTP/2 is answered in it (ALPN, RFC 7301).
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

/// The owner of OpenSSL's context for one certificate: a handshake chooses between several.
///
/// It is not changed once ``TLSContext`` is made, so it may be used on any thread.
@safe final class CertificateContext: @unchecked Sendable {
    let handle: OpaquePointer

    init(showing certificate: ServerCertificate, _ offersHTTP2: Bool) throws(CertificateFault) {
        // Safe: the context is new; where it can't be used it is freed right here.
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

    // Safe: the reference is this object's own; sessions have theirs.
    deinit { unsafe SSL_CTX_free(handle) }

    private static func show(_ certificate: ServerCertificate, in context: OpaquePointer) -> Bool {
        // Safe: the context takes references of its own.
        guard unsafe SSL_CTX_use_certificate(context, certificate.leaf.handle) == 1,
            unsafe SSL_CTX_use_PrivateKey(context, certificate.key.handle) == 1
        else { return false }
        return certificate.chain.allSatisfy { link in
            // With 1 it takes a reference of its own here too (SSL_CTX_add1_chain_cert).
            unsafe SSL_CTX_ctrl(context, SSL_CTRL_CHAIN_CERT, 1, UnsafeMutableRawPointer(link.handle)) == 1
        }
    }
}

/// Which context is shown for which name.
private final class ServerNames: Sendable {
    private let contexts: [String: CertificateContext]

    /// Where two contexts are for the same name, the first of them counts.
    init(_ contexts: some Sequence<([String], CertificateContext)>) {
        var table: [String: CertificateContext] = [:]
        for (names, context) in contexts {
            for name in names where table[name] == nil { table[name] = context }
        }
        self.contexts = table
    }

    /// The context for a host, by its name or by a wildcard in place of its first label.
    private func context(for host: String) -> CertificateContext? {
        let host = host.lowercased()
        if let found = contexts[host] { return found }
        return host.firstIndex(of: ".").flatMap { contexts["*" + host[$0...]] }
    }

    /// Has the context that sessions begin with ask here for the one of the name that a client sends.
    func serve(_ first: CertificateContext) {
        // Safe: the TLSContext holds this object, and every session holds the TLSContext.
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
