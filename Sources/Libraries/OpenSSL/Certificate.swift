import COpenSSL
import Glibc

/// The owner of an X.509 certificate (RFC 5280). Immutable, so it may be used on any thread.
@safe final class Certificate: @unchecked Sendable {
    let handle: OpaquePointer

    /// Takes ownership of the reference.
    init(owning handle: OpaquePointer) { unsafe self.handle = handle }

    // Safe: the reference is owned by this object; libcrypto counts references atomically.
    deinit { unsafe X509_free(handle) }

    func isCertificate(of key: PrivateKey) -> Bool {
        defer { ErrorQueue.clear() }
        // Safe: both handles live as long as their owners.
        return unsafe X509_check_private_key(handle, key.handle) == 1
    }

    /// The DNS names in the subject alternative name extension, in lowercase (section 4.2.1.6).
    var names: [String] {
        // Safe: the stack is owned by this function; its elements and their texts are valid until it is freed.
        guard let stack = unsafe X509_get_ext_d2i(handle, NID_subject_alt_name, nil, nil) else {
            ErrorQueue.clear()
            return []
        }
        let list = OpaquePointer(stack)
        defer { unsafe GENERAL_NAMES_free(list) }
        var names: [String] = []
        for index in 0..<(unsafe OPENSSL_sk_num(list)) {
            guard let element = unsafe OPENSSL_sk_value(list, index) else { continue }
            let name = unsafe element.assumingMemoryBound(to: GENERAL_NAME.self).pointee
            guard unsafe name.type == GEN_DNS, let text = unsafe name.d.dNSName else { continue }
            let bytes = unsafe UnsafeBufferPointer(
                start: ASN1_STRING_get0_data(text), count: Int(ASN1_STRING_length(text)))
            names.append(unsafe String(decoding: bytes, as: UTF8.self).lowercased())
        }
        return names
    }

    /// The start of the validity period, in seconds since the epoch (section 4.1.2.5).
    var begin: Int64 {
        // Safe: the time belongs to the certificate.
        unsafe Self.seconds(X509_get0_notBefore(handle))
    }

    /// The end of the validity period, in seconds since the epoch.
    var end: Int64 {
        // Safe: the time belongs to the certificate.
        unsafe Self.seconds(X509_get0_notAfter(handle))
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64 {
        // Safe: the time is alive, and the result is written to a local.
        var parts = unsafe tm()
        guard unsafe ASN1_TIME_to_tm(time, &parts) == 1 else { return 0 }
        return unsafe Int64(timegm(&parts))
    }
}

/// The owner of a private key. Immutable, so it may be used on any thread.
@safe final class PrivateKey: @unchecked Sendable {
    let handle: OpaquePointer

    /// Takes ownership of the reference.
    init(owning handle: OpaquePointer) { unsafe self.handle = handle }

    // Safe: the reference is owned by this object; libcrypto counts references atomically.
    deinit { unsafe EVP_PKEY_free(handle) }
}
