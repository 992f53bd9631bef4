import COpenSSL

/// A secret key that seals short texts: without it they can be neither read nor changed (AES-256-GCM, NIST SP 800-38D).
///
/// A value, to be copied to every thread. Each text gets a random 96-bit nonce, so one key is good for 2³² texts.
public struct SealingKey: Sendable, Equatable {
    private static let nonceCount = 12
    private static let tagCount = 16
    /// How many bytes a sealed text is longer than the text.
    public static let overhead = nonceCount + tagCount

    /// The key itself, for a process that is to have it as well. A secret.
    public let bytes: [UInt8]

    /// A key of 32 bytes.
    public init(bytes: [UInt8]) {
        precondition(bytes.count == 32)
        self.bytes = bytes
    }

    /// A key that no other process has.
    public init() {
        bytes = SecureRandom.bytes(count: 32)
    }

    /// The key of a secret; the secret alone yields it, so it must be hard to guess: nothing slows
    /// guessing down.
    public init(secret: Span<UInt8>) {
        bytes = Digest.sha256(secret)
    }

    /// The text, sealed: nonce, ciphertext, tag.
    public func seal(_ text: Span<UInt8>) -> [UInt8] {
        let nonce = SecureRandom.bytes(count: Self.nonceCount)
        var cipher = [UInt8](repeating: 0, count: text.count)
        var tag = [UInt8](repeating: 0, count: Self.tagCount)
        var written: Int32 = 0
        // Safe: libcrypto reads key, nonce and text, writes as many bytes as the text has and a tag of the size that is
        // passed, all within the calls; the context is freed on the way out.
        let done = unsafe Self.withContext { context in
            unsafe text.withUnsafeBytes { input in
                unsafe EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, bytes, nonce) == 1
                    && EVP_EncryptUpdate(context, &cipher, &written, input.baseAddress, Int32(input.count)) == 1
                    && EVP_EncryptFinal_ex(context, nil, &written) == 1
                    && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagCount), &tag) == 1
            }
        }
        precondition(done, "libcrypto can't compute AES-256-GCM")
        return nonce + cipher + tag
    }

    /// The text that was sealed with this key; nil for anything else.
    public func open(_ sealed: Span<UInt8>) -> [UInt8]? {
        guard sealed.count >= Self.overhead, sealed.count <= Int(Int32.max) else { return nil }
        let count = sealed.count - Self.overhead
        let nonce = Self.array(sealed.extracting(first: Self.nonceCount))
        let cipher = Self.array(sealed.extracting(Self.nonceCount..<(Self.nonceCount + count)))
        var tag = Self.array(sealed.extracting(last: Self.tagCount))
        var text = [UInt8](repeating: 0, count: count)
        var written: Int32 = 0
        // Safe: as in seal(_:); the tag is only read.
        let done = unsafe Self.withContext { context in
            unsafe EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, bytes, nonce) == 1
                && EVP_DecryptUpdate(context, &text, &written, cipher, Int32(count)) == 1
                && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagCount), &tag) == 1
                && EVP_DecryptFinal_ex(context, nil, &written) == 1
        }
        return done ? text : nil
    }

    private static func withContext(_ body: (OpaquePointer) -> Bool) -> Bool {
        // Safe: the context is this function's own and outlives the call of the body.
        guard let context = unsafe EVP_CIPHER_CTX_new() else { return false }
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        return unsafe body(context)
    }

    private static func array(_ bytes: Span<UInt8>) -> [UInt8] {
        // Safe: the pointer is read within the call only.
        unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }
}
