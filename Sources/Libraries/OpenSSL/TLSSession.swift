import COpenSSL

/// The TLS session of one connection, on a non-blocking descriptor.
///
/// A caller that reads until ``hasPending`` is `false` leaves unread data only in the kernel, where it triggers a
/// level-triggered event. Confined to one thread. Does not own the descriptor.
@safe public final class TLSSession {
    /// The result of a handshake step.
    public enum Handshake: Sendable {
        case done
        case wantsRead, wantsWrite
        /// The client sent plain HTTP.
        case plainHTTP
        /// The client closed the connection without sending anything, as health checks do.
        case abandoned
        /// The client is gone or has no common parameters with the server; an alert was sent.
        case failed
    }

    /// The result of a read or write.
    public enum Transfer: Sendable, Equatable {
        case bytes(Int)
        /// The peer has closed its side (`close_notify`, RFC 8446, section 6.1).
        case end
        case wantsRead, wantsWrite
        /// The connection is unusable. This includes a peer that closed without close_notify, as its data may be
        /// truncated.
        case broken
    }

    let handle: OpaquePointer
    /// A ``TLSContext``, which OpenSSL's callbacks use for names and ticket keys, or a ``TLSClientContext``.
    private let context: AnyObject
    /// Whether the handshake is complete.
    public private(set) var isEstablished = false
    private var isBroken = false
    /// Why the handshake failed.
    private var handshakeError: OpenSSLError?
    /// Whether a record was partially written to the kernel: its rest must be sent first.
    private var isMidRecord = false

    /// Creates the server side. Returns `nil` if out of memory.
    public init?(_ context: TLSContext, descriptor: Int32) {
        // Safe: the context lives as long as self.
        guard let handle = unsafe Self.open(context.first.handle, descriptor) else { return nil }
        unsafe SSL_set_accept_state(handle)
        // Reads a flight of the handshake at once. Data that follows it is read directly after the handshake.
        unsafe SSL_set_read_ahead(handle, 1)
        unsafe self.handle = handle
        self.context = context
    }

    /// Creates the client side. Returns `nil` if out of memory, or if the host is not a valid name.
    ///
    /// - Parameter host: The name sent in SNI (RFC 6066, section 3) and required in the certificate.
    public init?(_ context: TLSClientContext, host: String, descriptor: Int32) {
        // Safe: the context lives as long as self; OpenSSL copies the name.
        guard let handle = unsafe Self.open(context.handle, descriptor) else { return nil }
        unsafe SSL_set_connect_state(handle)
        guard unsafe fingerpost_SSL_expect_host(handle, host) == 1 else {
            ErrorQueue.clear()
            unsafe SSL_free(handle)
            return nil
        }
        unsafe self.handle = handle
        self.context = context
    }

    private static func open(_ context: OpaquePointer, _ descriptor: Int32) -> OpaquePointer? {
        // Safe: the session is new, and freed below if it can't be used.
        guard let handle = unsafe SSL_new(context) else {
            ErrorQueue.clear()
            return nil
        }
        guard let socket = unsafe SocketBIO.make(descriptor) else {
            ErrorQueue.clear()
            unsafe SSL_free(handle)
            return nil
        }
        // Ownership passes to the session, for both directions.
        unsafe SSL_set_bio(handle, socket, socket)
        return unsafe handle
    }

    // Safe: the handle is owned by this object. The descriptor is not closed with it.
    deinit { unsafe SSL_free(handle) }

    /// Whether the session was resumed with a ticket.
    public var isResumed: Bool {
        // Safe: the handle lives as long as self.
        unsafe SSL_session_reused(handle) == 1
    }

    /// Whether HTTP/2 was negotiated (ALPN, RFC 7301). Known once the handshake is complete.
    public var speaksHTTP2: Bool {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        // Safe: the handle lives as long as self, and so does the name.
        unsafe SSL_get0_alpn_selected(handle, &name, &count)
        guard count == 2, let name = unsafe name else { return false }
        return unsafe name[0] == UInt8(ascii: "h") && name[1] == UInt8(ascii: "2")
    }

    /// Continues the handshake. A call may take up to a millisecond, for a signature.
    public func shakeHands() -> Handshake {
        ErrorQueue.clear()
        // Safe: the handle lives as long as self.
        let result = unsafe SSL_do_handshake(handle)
        if result == 1 {
            isEstablished = true
            // From here on, a peer that closes without close_notify is no error, so OpenSSL sends no alert; see
            // ``failure(_:)``.
            unsafe fingerpost_SSL_allow_end(handle)
            return .done
        }
        switch unsafe SSL_get_error(handle, result) {
        case SSL_ERROR_WANT_READ: return .wantsRead
        case SSL_ERROR_WANT_WRITE: return .wantsWrite
        default:
            isBroken = true
            let error = ErrorQueue.drain()
            handshakeError = error
            let isHTTP =
                error.isReason(SSL_R_HTTP_REQUEST, of: ERR_LIB_SSL)
                || error.isReason(SSL_R_HTTPS_PROXY_REQUEST, of: ERR_LIB_SSL)
            if isHTTP { return .plainHTTP }
            // Safe: the session retains the BIO that it was opened with.
            return unsafe BIO_number_read(SSL_get_rbio(handle)) == 0 ? .abandoned : .failed
        }
    }

    /// Why the handshake failed, with the error message of OpenSSL: `certificate verify failed (certificate has
    /// expired)`. `nil` if it did not fail, or if the peer closed the connection.
    public var handshakeFailure: String? {
        guard let handshakeError, handshakeError.code != 0 else { return nil }
        guard handshakeError.isReason(SSL_R_CERTIFICATE_VERIFY_FAILED, of: ERR_LIB_SSL) else {
            return handshakeError.reason
        }
        // Safe: the handle lives as long as self, and the texts of OpenSSL are constants.
        let result = unsafe SSL_get_verify_result(handle)
        return unsafe "\(handshakeError.reason) (\(String(cString: X509_verify_cert_error_string(result))))"
    }

    /// Whether bytes were read from the kernel that ``read(into:ahead:)`` has not returned yet: records, or part of
    /// one.
    public var hasPending: Bool {
        // Safe: the handle lives as long as self.
        unsafe SSL_has_pending(handle) == 1
    }

    /// Reads received data, from one record at most.
    ///
    /// - Parameter ahead: Whether data after the record is read from the kernel as well, up to a buffer of 16 KiB,
    ///   which saves a system call. Reads without it drain the buffer, however fast the peer sends.
    public func read(into space: UnsafeMutableRawBufferPointer, ahead: Bool) -> Transfer {
        ErrorQueue.assertEmpty()
        // Safe: the handle lives as long as self.
        unsafe SSL_set_read_ahead(handle, ahead ? 1 : 0)
        var count = 0
        // Safe: writes at most the size of the space, during the call.
        let result = unsafe SSL_read_ex(handle, space.baseAddress, space.count, &count)
        if result == 1 { return .bytes(count) }
        return failure(result)
    }

    /// Sends bytes, in one record at most. After ``Transfer/wantsWrite``, the same bytes must be passed again; more may
    /// follow.
    public func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        ErrorQueue.assertEmpty()
        var count = 0
        // Safe: the bytes are read during the call.
        let result = unsafe SSL_write_ex(handle, bytes.baseAddress, bytes.count, &count)
        isMidRecord = false
        if result == 1 { return .bytes(count) }
        let failure = failure(result)
        isMidRecord = failure == .wantsWrite
        return failure
    }

    private func failure(_ result: Int32) -> Transfer {
        // Safe: the handle lives as long as self.
        switch unsafe SSL_get_error(handle, result) {
        case SSL_ERROR_WANT_READ: return .wantsRead
        case SSL_ERROR_WANT_WRITE: return .wantsWrite
        // Safe: the session retains the BIO that it was opened with.
        case SSL_ERROR_ZERO_RETURN where unsafe fingerpost_BIO_is_at_end(SSL_get_rbio(handle)) == 0: return .end
        default:
            ErrorQueue.clear()
            isBroken = true
            return .broken
        }
    }

    // MARK: - Memory

    /// Keeps the two buffers of about 16 KiB each while they are empty. By default, a session allocates them for each
    /// read or write and frees them afterwards: good for an idle session, but 1,200 instructions per request for a busy
    /// one.
    public func keepBuffers() {
        // Safe: the handle lives as long as self.
        unsafe fingerpost_SSL_release_buffers(handle, 0)
    }

    /// Returns to the default of freeing empty buffers. Data in the buffers is kept until it is read or sent.
    public func releaseBuffers() {
        // Safe: the handle lives as long as self. Buffers in use are freed once they are empty.
        unsafe fingerpost_SSL_release_buffers(handle, 1)
        unsafe _ = SSL_free_buffers(handle)
    }

    // MARK: - Closing

    /// Sends `close_notify`, unless the socket is not writable. Must be called before the descriptor is closed. Does
    /// nothing if the peer is gone.
    public func end() {
        guard isEstablished, !isBroken, !isMidRecord else { return }
        // Safe: the handle lives as long as self.
        unsafe _ = SSL_shutdown(handle)
        isBroken = true
        ErrorQueue.clear()
    }
}
