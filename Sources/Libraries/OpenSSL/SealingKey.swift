/// A secret key that seals short texts: without it they can be neither read nor changed (AES-256-GCM, NIST SP 800-38D).
///
/// A value, to be copied to every thread. Each text gets a random 96-bit nonce, so one key is good for 2³² texts.
public struct SealingKey: Sendable, Equatable {
    static let nonceCount = 12
    static let tagCount = 16
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

    /// The text, sealed: nonce, ciphertext, tag. For texts now and then; a ``Sealer`` seals many.
    public func seal(_ text: Span<UInt8>) -> [UInt8] {
        Self.output(text.count + Self.overhead) { Sealer().seal(text, with: self, to: &$0) }
    }

    /// The text that was sealed with this key; nil for anything else.
    public func open(_ sealed: Span<UInt8>) -> [UInt8]? {
        var isOpened = false
        let text = Self.output(sealed.count) { isOpened = Sealer().open(sealed, with: self, to: &$0) }
        return isOpened ? text : nil
    }

    private static func output(_ capacity: Int, _ write: (inout OutputSpan<UInt8>) -> Void) -> [UInt8] {
        // Safe: the span is of the array's own memory and says how much was written.
        unsafe [UInt8](unsafeUninitializedCapacity: capacity) { space, count in
            var output = unsafe OutputSpan(buffer: space, initializedCount: 0)
            write(&output)
            count = unsafe output.finalize(for: space)
        }
    }
}
