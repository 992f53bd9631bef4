import COpenSSL

/// The TLS policy of the server; see ``TLSContext``.
enum TLSPolicy {
    /// Forward secrecy and authenticated encryption only. The client's preference is used, since it depends on its
    /// processor.
    private static let ciphers = """
        ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:\
        ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305
        """
    private static let suites = "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256"
    private static let groups = "X25519:P-256:P-384"

    /// Configures a new context. Returns `false`, with the reason in the error queue, if the library does not support
    /// the policy.
    static func apply(to context: OpaquePointer, _ offersHTTP2: Bool) -> Bool {
        // Safe: the context is owned by the caller; strings are valid during the calls.
        unsafe fingerpost_SSL_CTX_harden(context)
        unsafe _ = SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, Int(SSL_SESS_CACHE_OFF), nil)
        unsafe _ = SSL_CTX_set_timeout(context, Int(TicketKeys.lifetime))
        // On a retry, the buffer may have moved and grown at its end. Sessions begin without their own buffers.
        let modes =
            SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS
        unsafe _ = SSL_CTX_ctrl(context, SSL_CTRL_MODE, Int(modes), nil)
        if offersHTTP2 {
            unsafe SSL_CTX_set_alpn_select_cb(context, chooseHTTP2, nil)
        } else {
            unsafe SSL_CTX_set_alpn_select_cb(context, chooseHTTP1, nil)
        }
        // OpenSSL's default of two would cost a twentieth of a full handshake, and another message.
        unsafe _ = SSL_CTX_set_num_tickets(context, 1)
        let identifier = Array("fingerpost".utf8)
        var groups = Array(groups.utf8CString)
        return unsafe SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil) == 1
            && SSL_CTX_set_cipher_list(context, ciphers) == 1 && SSL_CTX_set_ciphersuites(context, suites) == 1
            && SSL_CTX_ctrl(context, SSL_CTRL_SET_GROUPS_LIST, 0, &groups) == 1
            && SSL_CTX_set_session_id_context(context, identifier, UInt32(identifier.count)) == 1
    }
}

// ALPN (RFC 7301). The server's preferred protocol among those offered is selected. A client that offers only
// unsupported protocols is rejected, and one without ALPN uses HTTP/1.1.

/// Selects HTTP/1.1.
private func chooseHTTP1(
    _: OpaquePointer?, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ count: UnsafeMutablePointer<UInt8>?,
    _ offered: UnsafePointer<UInt8>?, _ offeredCount: UInt32, _: UnsafeMutableRawPointer?
) -> Int32 {
    unsafe choose("http/1.1", chosen, count, offered, offeredCount) ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL
}

/// Selects HTTP/2 if offered, else HTTP/1.1.
private func chooseHTTP2(
    _: OpaquePointer?, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ count: UnsafeMutablePointer<UInt8>?,
    _ offered: UnsafePointer<UInt8>?, _ offeredCount: UInt32, _: UnsafeMutableRawPointer?
) -> Int32 {
    for name in ["h2", "http/1.1"] as [StaticString] where unsafe choose(name, chosen, count, offered, offeredCount) {
        return SSL_TLSEXT_ERR_OK
    }
    return SSL_TLSEXT_ERR_ALERT_FATAL
}

/// Selects a protocol if it is offered.
private func choose(
    _ wanted: StaticString, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ count: UnsafeMutablePointer<UInt8>?, _ offered: UnsafePointer<UInt8>?, _ offeredCount: UInt32
) -> Bool {
    guard let chosen = unsafe chosen, let count = unsafe count, let offered = unsafe offered else { return false }
    // Safe: OpenSSL has validated the list: length-prefixed names that fill it exactly. The selected name points into
    // the list, as the callback requires.
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
