import COpenSSL

/// How this server speaks TLS; see ``TLSContext``.
enum TLSPolicy {
    /// Forward secrecy and authenticated encryption only; the client's order counts, which knows its own processor.
    private static let ciphers = """
        ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:\
        ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305
        """
    private static let suites = "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256"
    private static let groups = "X25519:P-256:P-384"

    /// Sets a new context up. False, with the reason in the queue, where the library can't speak so.
    static func apply(to context: OpaquePointer, _ offersHTTP2: Bool) -> Bool {
        // Safe: the context is the caller's own; strings are lent for the calls.
        unsafe fingerpost_SSL_CTX_harden(context)
        unsafe _ = SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, Int(SSL_SESS_CACHE_OFF), nil)
        unsafe _ = SSL_CTX_set_timeout(context, Int(TicketKeys.lifetime))
        // What is retried may have moved, and grown at its end. Sessions begin without buffers of their own.
        let modes =
            SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS
        unsafe _ = SSL_CTX_ctrl(context, SSL_CTRL_MODE, Int(modes), nil)
        if offersHTTP2 {
            unsafe SSL_CTX_set_alpn_select_cb(context, chooseHTTP2, nil)
        } else {
            unsafe SSL_CTX_set_alpn_select_cb(context, chooseHTTP1, nil)
        }
        // OpenSSL's two would be a twentieth of what a full handshake costs, and a message of their own.
        unsafe _ = SSL_CTX_set_num_tickets(context, 1)
        let identifier = Array("fingerpost".utf8)
        var groups = Array(groups.utf8CString)
        return unsafe SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil) == 1
            && SSL_CTX_set_cipher_list(context, ciphers) == 1 && SSL_CTX_set_ciphersuites(context, suites) == 1
            && SSL_CTX_ctrl(context, SSL_CTRL_SET_GROUPS_LIST, 0, &groups) == 1
            && SSL_CTX_set_session_id_context(context, identifier, UInt32(identifier.count)) == 1
    }
}

// ALPN (RFC 7301). Of what is offered the server's favourite is chosen; a client that offers nothing it speaks gets no
// connection, and one that does not use ALPN speaks HTTP/1.1.

/// Chooses HTTP/1.1.
private func chooseHTTP1(
    _: OpaquePointer?, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ count: UnsafeMutablePointer<UInt8>?,
    _ offered: UnsafePointer<UInt8>?, _ offeredCount: UInt32, _: UnsafeMutableRawPointer?
) -> Int32 {
    unsafe choose("http/1.1", chosen, count, offered, offeredCount) ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL
}

/// Chooses HTTP/2 before HTTP/1.1.
private func chooseHTTP2(
    _: OpaquePointer?, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ count: UnsafeMutablePointer<UInt8>?,
    _ offered: UnsafePointer<UInt8>?, _ offeredCount: UInt32, _: UnsafeMutableRawPointer?
) -> Int32 {
    for name in ["h2", "http/1.1"] as [StaticString] where unsafe choose(name, chosen, count, offered, offeredCount) {
        return SSL_TLSEXT_ERR_OK
    }
    return SSL_TLSEXT_ERR_ALERT_FATAL
}

/// Chooses a protocol if it is offered.
private func choose(
    _ wanted: StaticString, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ count: UnsafeMutablePointer<UInt8>?, _ offered: UnsafePointer<UInt8>?, _ offeredCount: UInt32
) -> Bool {
    guard let chosen = unsafe chosen, let count = unsafe count, let offered = unsafe offered else { return false }
    // Safe: OpenSSL has checked the list: lengths, each with its name, in as many bytes as it says. The choice points
    // into it, as the call asks for.
    let list = unsafe UnsafeBufferPointer(start: offered, count: Int(offeredCount))
    let name = unsafe UnsafeBufferPointer(start: wanted.utf8Start, count: wanted.utf8CodeUnitCount)
    var index = 0
    while index < list.count {
        let length = Int(unsafe list[index])
        let candidate = unsafe list[(index + 1)..<min(list.count, index + 1 + length)]
        if unsafe candidate.elementsEqual(name) {
            unsafe chosen.pointee = offered + index + 1
            unsafe count.pointee = UInt8(length)
            return true
        }
        index += 1 + length
    }
    return false
}
