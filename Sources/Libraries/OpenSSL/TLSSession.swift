import COpenSSL

/// One connection's TLS, on a descriptor that does not block.
///
/// Who reads until ``hasPending`` is false leaves nothing unread but in the kernel, where a level-triggered event sees it.
/// Belongs to one thread. The descriptor stays its owner's.
@safe public final class TLSSession {
    /// What came of a step of the handshake.
    public enum Handshake: Sendable {
        case done
        case wantsRead, wantsWrite
        /// The client speaks HTTP without TLS.
        case plainHTTP
        /// The client has gone without a word, as health checks do.
        case abandoned
        /// The client is gone, or has nothing in common with the server; an alert has been sent.
        case failed
    }

    /// What came of reading or writing.
    public enum Transfer: Sendable, Equatable {
        case bytes(Int)
        /// The peer has said that it sends nothing more (`close_notify`, RFC 8446, section 6.1).
        case end
        case wantsRead, wantsWrite
        /// The connection is of no more use. A peer that went away without a word is such a one: what it sent may be cut off.
        case broken
    }

    let handle: OpaquePointer
    /// A ``TLSContext``, which OpenSSL asks for names and ticket keys, or a ``TLSClientContext``.
    private let context: AnyObject
    /// Whether the handshake is over.
    public private(set) var isEstablished = false
    private var isBroken = false
    /// Why the handshake failed.
    private var handshakeError: OpenSSLError?
    /// Whether a record is half in the kernel: nothing else can be sent before its rest.
    private var isMidRecord = false

    /// A server's side. Nil when memory is lacking.
    public init?(_ context: TLSContext, descriptor: Int32) {
        // Safe: the context lives as long as self.
        guard let handle = unsafe Self.open(context.first.handle, descriptor) else { return nil }
        unsafe SSL_set_accept_state(handle)
        // A flight of the handshake in one read; what else has come with it is read right after the handshake.
        unsafe SSL_set_read_ahead(handle, 1)
        unsafe self.handle = handle
        self.context = context
    }

    /// A client's side. Nil when memory is lacking, or the host is not a name that can be asked for.
    ///
    /// - Parameter host: The name that is sent (SNI, RFC 6066, section 3) and that the certificate has to be for.
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
        // Safe: the session is new; where it can't be used it is freed right here.
        guard let handle = unsafe SSL_new(context) else {
            ErrorQueue.clear()
            return nil
        }
        guard let socket = unsafe SocketBIO.make(descriptor) else {
            ErrorQueue.clear()
            unsafe SSL_free(handle)
            return nil
        }
        // The session's from now on, for both directions.
        unsafe SSL_set_bio(handle, socket, socket)
        return unsafe handle
    }

    // Safe: the handle is this object's own. The descriptor is not closed with it.
    deinit { unsafe SSL_free(handle) }

    /// Whether the client came back with a ticket.
    public var isResumed: Bool {
        // Safe: the handle lives as long as self.
        unsafe SSL_session_reused(handle) == 1
    }

    /// Whether both sides have agreed on HTTP/2 (ALPN, RFC 7301); known when the handshake is over.
    public var speaksHTTP2: Bool {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        // Safe: the handle lives as long as self, and so does the name.
        unsafe SSL_get0_alpn_selected(handle, &name, &count)
        guard count == 2, let name = unsafe name else { return false }
        return unsafe name[0] == UInt8(ascii: "h") && name[1] == UInt8(ascii: "2")
    }

    /// Goes on with the handshake. One call may do work of a millisecond: a signature.
    public func shakeHands() -> Handshake {
        ErrorQueue.clear()
        // Safe: the handle lives as long as self.
        let result = unsafe SSL_do_handshake(handle)
        if result == 1 {
            isEstablished = true
            // A peer that goes away without a word now is no error, so OpenSSL sends no alert after it; see ``failure(_:)``.
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
            // Safe: the session holds the BIO that it was opened with.
            return unsafe BIO_number_read(SSL_get_rbio(handle)) == 0 ? .abandoned : .failed
        }
    }

    /// Why the handshake failed, in OpenSSL's words: `certificate verify failed (certificate has expired)`; nil if it did not, or
    /// if the peer closed the connection.
    public var handshakeFailure: String? {
        guard let handshakeError, handshakeError.code != 0 else { return nil }
        guard handshakeError.isReason(SSL_R_CERTIFICATE_VERIFY_FAILED, of: ERR_LIB_SSL) else {
            return handshakeError.reason
        }
        // Safe: the handle lives as long as self, and OpenSSL's texts are constants.
        let result = unsafe SSL_get_verify_result(handle)
        return unsafe "\(handshakeError.reason) (\(String(cString: X509_verify_cert_error_string(result))))"
    }

    /// Whether bytes have been read from the kernel that ``read(into:ahead:)`` has not returned yet: records, or part of
    /// one.
    public var hasPending: Bool {
        // Safe: the handle lives as long as self.
        unsafe SSL_has_pending(handle) == 1
    }

    /// Reads what has arrived, of one record at most.
    ///
    /// - Parameter ahead: Whether what follows the record is read from the kernel as well, up to a buffer of 16 KiB. It
    ///   saves a system call. Reads without it empty the buffer, however fast the peer sends.
    public func read(into space: UnsafeMutableRawBufferPointer, ahead: Bool) -> Transfer {
        ErrorQueue.assertEmpty()
        // Safe: the handle lives as long as self.
        unsafe SSL_set_read_ahead(handle, ahead ? 1 : 0)
        var count = 0
        // Safe: no more is written than there is room for, within the call.
        let result = unsafe SSL_read_ex(handle, space.baseAddress, space.count, &count)
        if result == 1 { return .bytes(count) }
        return failure(result)
    }

    /// Sends bytes, of one record at most. After ``Transfer/wantsWrite`` the same bytes come again, further ones after them.
    public func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        ErrorQueue.assertEmpty()
        var count = 0
        // Safe: the bytes are read within the call.
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
        // Safe: the session holds the BIO that it was opened with.
        case SSL_ERROR_ZERO_RETURN where unsafe fingerpost_BIO_is_at_end(SSL_get_rbio(handle)) == 0: return .end
        default:
            ErrorQueue.clear()
            isBroken = true
            return .broken
        }
    }

    // MARK: - Memory

    /// Keeps the two buffers of some 16 KiB from now on while they are empty. At first a session asks for each when it reads or
    /// writes, and gives it back: good for one that waits, and 1,200 instructions a request for one that does not.
    public func keepBuffers() {
        // Safe: the handle lives as long as self.
        unsafe fingerpost_SSL_release_buffers(handle, 0)
    }

    /// Goes back to having buffers only while something is in them. What is in them stays there until it is read or sent.
    public func releaseBuffers() {
        // Safe: the handle lives as long as self. Buffers that are not empty are given back when they are.
        unsafe fingerpost_SSL_release_buffers(handle, 1)
        unsafe _ = SSL_free_buffers(handle)
    }

    // MARK: - The end

    /// Sends `close_notify`, unless the kernel has no room for it. To be called before the descriptor is
    /// closed; does nothing where the peer is gone.
    public func end() {
        guard isEstablished, !isBroken, !isMidRecord else { return }
        // Safe: the handle lives as long as self.
        unsafe _ = SSL_shutdown(handle)
        isBroken = true
        ErrorQueue.clear()
    }
}
