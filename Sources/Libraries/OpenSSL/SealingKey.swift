/// A secret key that seals short texts, which can be neither read nor modified without it (AES-256-GCM, NIST SP
/// 800-38D).
///
/// A value, to be copied to every thread. Each text gets a random 96-bit nonce, so a key may be used for up to 2³²
/// texts.
public struct SealingKey: Sendable, Equatable {
    static let nonceCount = 12
    static let tagCount = 16
    /// The number of bytes by which a sealed text is longer than the text.
    public static let overhead = nonceCount + tagCount

    /// The key itself, for passing it to another process. Secret.
    public let bytes: [UInt8]

    /// A key of 32 bytes.
    public init(bytes: [UInt8]) {
        precondition(bytes.count == 32)
        self.bytes = bytes
    }

    /// Generates a random key.
    public init() {
        bytes = SecureRandom.bytes(count: 32)
    }

    /// Derives the key from a secret with a single SHA-256, so the secret must be hard to guess: there is no key
    /// stretching.
    public init(secret: Span<UInt8>) {
        bytes = Digest.sha256(secret)
    }

    /// The sealed text: nonce, ciphertext, tag. For occasional use; use a ``Sealer`` for many texts.
    public func seal(_ text: Span<UInt8>) -> [UInt8] {
        Self.output(text.count + Self.overhead) { Sealer().seal(text, with: self, to: &$0) }
    }

    /// The plaintext of a text sealed with this key, or `nil` for anything else.
    public func open(_ sealed: Span<UInt8>) -> [UInt8]? {
        var isOpened = false
        let text = Self.output(sealed.count) { isOpened = Sealer().open(sealed, with: self, to: &$0) }
        return isOpened ? text : nil
    }

    private static func output(_ capacity: Int, _ write: (inout OutputSpan<UInt8>) -> Void) -> [UInt8] {
        // Safe: the span refers to the array's own memory and reports how much was written.
        unsafe [UInt8](unsafeUninitializedCapacity: capacity) { space, count in
            var output = unsafe OutputSpan(buffer: space, initializedCount: 0)
            write(&output)
            count = unsafe output.finalize(for: space)
        }
    }
}
