import Synchronization

/// The secret key of masks.
///
/// Without the key, a masked value cannot be recovered by masking guesses. Nodes that share the key write the same masks.
public struct MaskKey: Sendable, Equatable {
    let half0: UInt64
    let half1: UInt64

    /// Creates a key from 16 random bytes, or from the first 16 of a digest.
    public init(_ bytes: [UInt8]) {
        precondition(bytes.count >= 16, "a mask key needs at least 16 bytes")
        func word(at start: Int) -> UInt64 { (0..<8).reduce(0) { $0 << 8 | UInt64(bytes[start + $1]) } }
        half0 = word(at: 0)
        half1 = word(at: 8)
    }

    private init(_ half0: UInt64, _ half1: UInt64) {
        self.half0 = half0
        self.half1 = half1
    }
}

extension MaskKey {
    // A process has one key, so that a value has the same mask everywhere: in logs, explanations, reports and error messages.
    // Seqlock: the writer makes the counter odd, writes both halves, and makes it even; a reader retries if the counter is odd or
    // has changed.
    private static let installed0 = Atomic<UInt64>(0)
    private static let installed1 = Atomic<UInt64>(0)
    private static let changes = Atomic<UInt64>(0)

    /// The key of this process; `nil` before ``install(_:)``, when all masks of the same length are equal. Thread-safe.
    public static var installed: MaskKey? {
        while true {
            let before = changes.load(ordering: .acquiring)
            if before == 0 { return nil }
            let key = MaskKey(installed0.load(ordering: .acquiring), installed1.load(ordering: .acquiring))
            if before.isMultiple(of: 2), changes.load(ordering: .relaxed) == before { return key }
        }
    }

    /// Sets the key of this process. Must not be called concurrently. Called at startup before anything is masked, and when
    /// another key is received.
    public static func install(_ key: MaskKey) {
        guard installed != key else { return }
        changes.add(1, ordering: .relaxed)
        installed0.store(key.half0, ordering: .releasing)
        installed1.store(key.half1, ordering: .releasing)
        changes.add(1, ordering: .releasing)
    }
}
