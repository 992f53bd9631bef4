import Synchronization

/// The secret that masks are drawn with.
///
/// Without it, masking guesses does not reveal what a mask hides. Nodes that share it write the same masks.
public struct MaskKey: Sendable, Equatable {
    let half0: UInt64
    let half1: UInt64

    /// A key of 16 random bytes, or of the first 16 of a digest.
    public init(_ bytes: [UInt8]) {
        precondition(bytes.count >= 16, "a mask key has 16 bytes")
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
    // One process has one key, so that a value has one mask wherever it shows: logs, explanations, reports, error texts.
    // Whoever changes it makes the count odd, writes the halves, and makes it even; who reads an odd count, or another one
    // afterwards, reads again.
    private static let installed0 = Atomic<UInt64>(0)
    private static let installed1 = Atomic<UInt64>(0)
    private static let changes = Atomic<UInt64>(0)

    /// The process's key; nil before ``install(_:)``, when all masks of a length are alike. On any thread.
    public static var installed: MaskKey? {
        while true {
            let before = changes.load(ordering: .acquiring)
            if before == 0 { return nil }
            let key = MaskKey(installed0.load(ordering: .acquiring), installed1.load(ordering: .acquiring))
            if before.isMultiple(of: 2), changes.load(ordering: .relaxed) == before { return key }
        }
    }

    /// Sets the process's key. By one thread at a time: at the start, before anything is masked, and where another key has
    /// come.
    public static func install(_ key: MaskKey) {
        guard installed != key else { return }
        changes.add(1, ordering: .relaxed)
        installed0.store(key.half0, ordering: .releasing)
        installed1.store(key.half1, ordering: .releasing)
        changes.add(1, ordering: .releasing)
    }
}
