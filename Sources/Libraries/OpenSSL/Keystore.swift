import COpenSSL

/// Why the certificates of a keystore can't be read.
public enum KeystoreFault: Error, Sendable, Equatable {
    case wrongPassword
    /// The keystore uses an algorithm that OpenSSL does not support, or is corrupt; with the error message of OpenSSL.
    case refused(String)
}

/// A PKCS#12 keystore (RFC 7292), as written by keytool, Android Studio and `openssl pkcs12`.
@safe public final class Keystore {
    private let handle: OpaquePointer

    /// Parses a keystore in DER. Returns `nil` for any other file.
    public init?(_ bytes: Span<UInt8>) {
        defer { ErrorQueue.clear() }
        // Safe: the pointer is read only during the call; the returned object is owned from here on.
        let handle = unsafe bytes.withUnsafeBufferPointer { buffer in
            var next = buffer.baseAddress
            return unsafe d2i_PKCS12(nil, &next, buffer.count)
        }
        guard let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
    }

    // Safe: the store is owned by this object.
    deinit { unsafe PKCS12_free(handle) }

    /// The certificates with a private key in the keystore, or all certificates if there are none.
    ///
    /// Keystores from before Java 16 encrypt certificates with RC2, which is in OpenSSL's legacy provider: it is loaded
    /// for the duration of the call.
    public func certificates(password: [UInt8]) throws(KeystoreFault) -> [StoredCertificate] {
        defer { ErrorQueue.clear() }
        // Safe: the names are read during the calls. The default provider must never be unloaded, which would leave the
        // process without algorithms: loading any provider explicitly disables OpenSSL's implicit loading.
        _ = unsafe OSSL_PROVIDER_load(nil, "default")
        let legacy = unsafe OSSL_PROVIDER_load(nil, "legacy")
        defer { _ = unsafe legacy.map { unsafe OSSL_PROVIDER_unload($0) } }
        ErrorQueue.clear()
        let text = (password + [0]).map { CChar(bitPattern: $0) }
        let length = Int32(clamping: password.count)
        // Safe: the store is alive, and the password is read only during the call.
        if unsafe PKCS12_mac_present(handle) == 1, unsafe PKCS12_verify_mac(handle, text, length) != 1 {
            let error = ErrorQueue.drain()
            let isWrong = error.code == 0 || error.isReason(PKCS12_R_MAC_VERIFY_FAILURE, of: ERR_LIB_PKCS12)
            throw isWrong ? .wrongPassword : .refused(error.reason)
        }
        let found = try visit(text, length)
        let own = found.filter(\.hasKey)
        return own.isEmpty ? found : own
    }

    private func visit(_ password: [CChar], _ length: Int32) throws(KeystoreFault) -> [StoredCertificate] {
        var found: [StoredCertificate] = []
        // Safe: the callback runs during the call, on a local that outlives it. It retains the certificate and copies
        // the name.
        let isOpen = unsafe withUnsafeMutablePointer(to: &found) { list in
            unsafe fingerpost_PKCS12_visit(
                handle, password, length,
                { context, certificate, name, hasKey in
                    guard let certificate = unsafe certificate, unsafe X509_up_ref(certificate) == 1 else { return }
                    let alias = unsafe name.map { unsafe String(cString: $0) }
                    unsafe context?.assumingMemoryBound(to: [StoredCertificate].self).pointee.append(
                        StoredCertificate(
                            unsafe Certificate(owning: certificate), alias: alias, hasKey: hasKey != 0))
                }, list)
        }
        guard isOpen == 1 else {
            let error = ErrorQueue.drain()
            let isWrong = error.isReason(PKCS12_R_PKCS12_CIPHERFINAL_ERROR, of: ERR_LIB_PKCS12)
            throw isWrong ? .wrongPassword : .refused(error.reason)
        }
        return found
    }
}
