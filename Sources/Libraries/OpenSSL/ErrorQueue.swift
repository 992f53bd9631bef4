import COpenSSL

/// OpenSSL's error queue, one per thread. Each call that can fail leaves it empty.
enum ErrorQueue {
    /// Empties the queue. It is usually empty, and checking costs a fifth of clearing.
    static func clear() {
        if ERR_peek_error() != 0 { ERR_clear_error() }
    }

    /// Asserts, in debug builds, that no earlier error is left that could be attributed to the next call.
    static func assertEmpty() {
        assert(ERR_peek_error() == 0, "an earlier call left an error in OpenSSL's queue")
    }

    /// Empties the queue and returns the first error, which is closest to the cause.
    static func drain() -> OpenSSLError {
        let code = ERR_get_error()
        clear()
        return OpenSSLError(code: code)
    }
}

/// An error of OpenSSL.
struct OpenSSLError: Error {
    let code: UInt

    /// Whether it has the given reason (`SSL_R_…`) of a library (`ERR_LIB_…`).
    func isReason(_ reason: Int32, of library: Int32) -> Bool {
        ERR_GET_LIB(code) == library && ERR_GET_REASON(code) == reason
    }

    /// Whether it is the error of a system call.
    var isSystem: Bool { ERR_GET_LIB(code) == ERR_LIB_SYS }

    /// The error message: `ee key too small`.
    var reason: String {
        // Safe: the texts of OpenSSL are constants.
        guard let text = unsafe ERR_reason_error_string(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}
