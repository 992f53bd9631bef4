import COpenSSL

/// OpenSSL's queue of errors, one a thread. Each call that can fail leaves it empty.
enum ErrorQueue {
    /// Empties the queue. It mostly is empty, and a look costs a fifth of emptying.
    static func clear() {
        if ERR_peek_error() != 0 { ERR_clear_error() }
    }

    /// Where an error would be taken for one of the call that comes next. Debug builds, in which the tests run, look.
    static func assertEmpty() {
        assert(ERR_peek_error() == 0, "a call before has left an error of OpenSSL's")
    }

    /// Empties the queue and returns the first error, which is nearest to the cause.
    static func drain() -> OpenSSLError {
        let code = ERR_get_error()
        clear()
        return OpenSSLError(code: code)
    }
}

/// An error in OpenSSL's words.
struct OpenSSLError: Error {
    let code: UInt

    /// Whether it is the given reason (`SSL_R_…`) of a library (`ERR_LIB_…`).
    func isReason(_ reason: Int32, of library: Int32) -> Bool {
        ERR_GET_LIB(code) == library && ERR_GET_REASON(code) == reason
    }

    /// Whether it is an error of a system call.
    var isSystem: Bool { ERR_GET_LIB(code) == ERR_LIB_SYS }

    /// The reason in words: `ee key too small`.
    var reason: String {
        // Safe: OpenSSL's texts are constants.
        guard let text = unsafe ERR_reason_error_string(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}
