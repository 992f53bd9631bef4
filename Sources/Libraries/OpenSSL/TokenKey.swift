import COpenSSL

/// A public key given by its numbers, as in JSON Web Keys (RFC 7518, section 6), for verifying token signatures: RS256
/// or ES256.
///
/// Immutable, so it may be used on any thread. A verification takes 30 to 100 µs.
@safe public final class TokenKey: @unchecked Sendable {
    /// The signature algorithm of the key. It is never chosen by a token.
    public enum Algorithm: String, Sendable, CaseIterable {
        /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518, section 3.3).
        case rs256 = "RS256"
        /// ECDSA on P-256 with SHA-256. The signature consists of two 32-byte numbers (RFC 7518, section 3.4).
        case es256 = "ES256"
    }

    private let handle: OpaquePointer
    /// The signature algorithm.
    public let algorithm: Algorithm

    /// The allowed modulus sizes in bits: shorter ones are insecure, longer ones take too much CPU time.
    private static let modulusBits = 2048...8192
    /// The size of a coordinate, and of each half of a signature, in bytes.
    private static let p256Count = 32

    /// Creates an RSA key from its modulus and exponent, both big-endian.
    ///
    /// Returns `nil` for a modulus of less than 2,048 or more than 8,192 bits, and for invalid exponents: even ones, 1,
    /// and those of more than 32 bits.
    public convenience init?(rsaModulus modulus: [UInt8], exponent: [UInt8]) {
        let (modulus, exponent) = (modulus.drop { $0 == 0 }, exponent.drop { $0 == 0 })
        guard let first = modulus.first, let last = exponent.last, exponent.count <= 4, last & 1 == 1, exponent != [1]
        else { return nil }
        guard Self.modulusBits.contains(modulus.count * 8 - first.leadingZeroBitCount) else { return nil }
        let numbers = DER.sequence(DER.integer(modulus) + DER.integer(exponent))
        self.init(der: DER.sequence(DER.rsaAlgorithm + DER.bitString(numbers)), .rs256)
    }

    /// Creates a P-256 key from the coordinates of its point, 32 bytes each. Returns `nil` if the point is not on the
    /// curve.
    public convenience init?(p256X x: [UInt8], y: [UInt8]) {
        guard x.count == Self.p256Count, y.count == Self.p256Count else { return nil }
        self.init(der: DER.sequence(DER.p256Algorithm + DER.bitString([4] + x + y)), .es256)
    }

    /// Parses a SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7) that was built here.
    private init?(der: [UInt8], _ algorithm: Algorithm) {
        defer { ErrorQueue.clear() }
        // Safe: the bytes are read only during the call; the returned object is owned from here on.
        let handle = unsafe der.withUnsafeBufferPointer { buffer in
            var next = buffer.baseAddress
            return unsafe d2i_PUBKEY(nil, &next, buffer.count)
        }
        guard let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
        self.algorithm = algorithm
    }

    // Safe: the reference is owned by this object. libcrypto counts references atomically and does not modify a key for
    // verifying.
    deinit { unsafe EVP_PKEY_free(handle) }

    /// Whether a signature, in the format of tokens, was made by the private key for exactly this text.
    public func isSignature(_ signature: [UInt8], of text: Span<UInt8>) -> Bool {
        var signature = signature
        if algorithm == .es256 {
            // DER would allow other encodings of the same signature.
            guard signature.count == 2 * Self.p256Count else { return false }
            let halves = (signature.prefix(Self.p256Count), signature.suffix(Self.p256Count))
            signature = DER.sequence(DER.integer(halves.0.drop { $0 == 0 }) + DER.integer(halves.1.drop { $0 == 0 }))
        }
        defer { ErrorQueue.clear() }
        // Safe: the context is owned by this function, and the bytes are read only during the calls.
        guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
        defer { unsafe EVP_MD_CTX_free(context) }
        guard unsafe EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, handle) == 1 else { return false }
        return unsafe signature.withUnsafeBufferPointer { signature in
            unsafe text.withUnsafeBufferPointer { text in
                unsafe EVP_DigestVerify(
                    context, signature.baseAddress, signature.count, text.baseAddress, text.count) == 1
            }
        }
    }
}

/// The subset of DER (X.690) needed for keys and signatures.
private enum DER {
    /// `rsaEncryption` with NULL (RFC 3279, section 2.3.1).
    static let rsaAlgorithm: [UInt8] = [
        0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]
    /// `id-ecPublicKey` with `secp256r1` (RFC 5480, section 2.1.1).
    static let p256Algorithm: [UInt8] = [
        0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D,
        0x03, 0x01, 0x07,
    ]

    static func sequence(_ content: [UInt8]) -> [UInt8] { [0x30] + length(content.count) + content }

    static func bitString(_ content: [UInt8]) -> [UInt8] { [0x03] + length(content.count + 1) + [0] + content }

    /// A nonnegative number, from its bytes without leading zeros.
    static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let sign: [UInt8] = (bytes.first ?? 0x80) & 0x80 == 0 ? [] : [0]
        return [0x02] + length(sign.count + bytes.count) + sign + bytes
    }

    private static func length(_ count: Int) -> [UInt8] {
        if count < 0x80 { return [UInt8(count)] }
        if count < 0x100 { return [0x81, UInt8(count)] }
        return [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
    }
}
