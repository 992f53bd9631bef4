import COpenSSL

/// Seals and opens many texts on one thread, with reused libcrypto contexts: a warm sealer does not allocate.
///
/// The format is that of ``SealingKey/seal(_:)``: nonce, ciphertext, tag. Each nonce is random; nonces are generated in
/// batches, since requesting twelve bytes costs as much as requesting a thousand.
@safe public final class Sealer {
    private static let noncesAtOnce = 64

    // Safe: each context is created here, used only by this object, and freed once, in deinit.
    private let sealing: OpaquePointer
    private let opening: OpaquePointer
    private let digesting: OpaquePointer
    /// The key currently set in ``sealing``.
    private var key: SealingKey?
    private var nonces: [UInt8] = []
    private var usedNonces = 0

    /// Allocates the contexts.
    public init() {
        // Safe: the algorithms are constants of libcrypto; no key is read if none is given.
        guard let sealing = unsafe EVP_CIPHER_CTX_new(), let opening = unsafe EVP_CIPHER_CTX_new(),
            let digesting = unsafe EVP_MD_CTX_new(),
            unsafe EVP_EncryptInit_ex(sealing, EVP_aes_256_gcm(), nil, nil, nil) == 1,
            unsafe EVP_DecryptInit_ex(opening, EVP_aes_256_gcm(), nil, nil, nil) == 1,
            unsafe EVP_DigestInit_ex(digesting, EVP_sha256(), nil) == 1
        else { preconditionFailure("libcrypto can't compute AES-256-GCM or SHA-256") }
        unsafe self.sealing = sealing
        unsafe self.opening = opening
        unsafe self.digesting = digesting
    }

    deinit {
        // Safe: see above; libcrypto wipes the keys.
        unsafe EVP_CIPHER_CTX_free(sealing)
        unsafe EVP_CIPHER_CTX_free(opening)
        unsafe EVP_MD_CTX_free(digesting)
    }

    /// Appends a text sealed with a key. The output grows by the text's size plus ``SealingKey/overhead``, for which
    /// there must be room.
    public func seal(_ text: Span<UInt8>, with key: SealingKey, to sealed: inout OutputSpan<UInt8>) {
        precondition(sealed.freeCapacity >= text.count + SealingKey.overhead, "no room for a sealed text")
        drawNonces()
        let start = usedNonces * SealingKey.nonceCount
        usedNonces += 1
        let isNew = self.key != key
        self.key = key
        // Safe: libcrypto reads key, nonce and text, and writes the ciphertext, of the same size as the text, and a
        // tag, for which there is room, all during the calls.
        unsafe sealed.withUnsafeMutableBufferPointer { space, initialized in
            guard let output = unsafe space.baseAddress.map({ unsafe $0 + initialized }) else { return }
            let cipher = unsafe output + SealingKey.nonceCount
            var written: Int32 = 0
            let done = unsafe nonces.withUnsafeBufferPointer { nonces in
                unsafe key.bytes.withUnsafeBufferPointer { key in
                    unsafe text.withUnsafeBufferPointer { input in
                        let nonce = unsafe nonces.baseAddress! + start
                        unsafe output.update(from: nonce, count: SealingKey.nonceCount)
                        return unsafe EVP_EncryptInit_ex(sealing, nil, nil, isNew ? key.baseAddress : nil, nonce) == 1
                            && EVP_EncryptUpdate(sealing, cipher, &written, input.baseAddress, Int32(input.count)) == 1
                            && EVP_EncryptFinal_ex(sealing, nil, &written) == 1
                            && EVP_CIPHER_CTX_ctrl(
                                sealing, EVP_CTRL_AEAD_GET_TAG, Int32(SealingKey.tagCount), cipher + input.count) == 1
                    }
                }
            }
            precondition(done, "libcrypto can't compute AES-256-GCM")
            initialized += text.count + SealingKey.overhead
        }
    }

    /// Appends the plaintext of a text sealed with this key, for which there must be room. Otherwise returns `false`
    /// and appends nothing.
    public func open(_ sealed: Span<UInt8>, with key: SealingKey, to text: inout OutputSpan<UInt8>) -> Bool {
        guard sealed.count >= SealingKey.overhead, sealed.count <= Int(Int32.max) else { return false }
        let count = sealed.count - SealingKey.overhead
        precondition(text.freeCapacity >= count, "no room for an opened text")
        // Safe: libcrypto reads key, nonce, ciphertext and tag, which are within the sealed text, and writes as many
        // bytes as the ciphertext has, for which there is room, all during the calls.
        return unsafe text.withUnsafeMutableBufferPointer { space, initialized in
            let output = unsafe space.baseAddress.map { unsafe $0 + initialized }
            var written: Int32 = 0
            let done = unsafe key.bytes.withUnsafeBufferPointer { key in
                unsafe sealed.withUnsafeBufferPointer { input in
                    guard let nonce = input.baseAddress else { return false }
                    let cipher = unsafe nonce + SealingKey.nonceCount
                    let tag = unsafe UnsafeMutablePointer(mutating: cipher + count)
                    return unsafe EVP_DecryptInit_ex(opening, nil, nil, key.baseAddress, nonce) == 1
                        && (count == 0 || EVP_DecryptUpdate(opening, output, &written, cipher, Int32(count)) == 1)
                        && EVP_CIPHER_CTX_ctrl(opening, EVP_CTRL_AEAD_SET_TAG, Int32(SealingKey.tagCount), tag) == 1
                        && EVP_DecryptFinal_ex(opening, nil, &written) == 1
                }
            }
            if done { initialized += count }
            return done
        }
    }

    /// Appends the first bytes of the SHA-256 digest of a text, at most 32.
    public func appendSHA256(of text: Span<UInt8>, first count: Int, to output: inout OutputSpan<UInt8>) {
        var digest = InlineArray<32, UInt8>(repeating: 0)
        var written: UInt32 = 0
        var space = digest.mutableSpan
        // Safe: libcrypto reads the text and writes 32 bytes, during the calls.
        let done = unsafe space.withUnsafeMutableBufferPointer { output in
            unsafe text.withUnsafeBytes { input in
                unsafe EVP_DigestInit_ex(digesting, nil, nil) == 1
                    && EVP_DigestUpdate(digesting, input.baseAddress, input.count) == 1
                    && EVP_DigestFinal_ex(digesting, output.baseAddress, &written) == 1
            }
        }
        precondition(done && written == Digest.sha256Count, "libcrypto can't compute SHA-256")
        for index in 0..<count { output.append(digest[index]) }
    }

    private func drawNonces() {
        guard usedNonces * SealingKey.nonceCount == nonces.count else { return }
        usedNonces = 0
        if nonces.isEmpty { nonces = [UInt8](repeating: 0, count: SealingKey.nonceCount * Self.noncesAtOnce) }
        // Safe: libcrypto fills the array's bytes during the call.
        let done = unsafe nonces.withUnsafeMutableBufferPointer { space in
            unsafe RAND_bytes(space.baseAddress, Int32(space.count))
        }
        precondition(done == 1, "libcrypto can't generate random bytes")
    }
}
