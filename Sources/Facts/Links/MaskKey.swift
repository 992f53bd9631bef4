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
    // The halves are written before the flag, and read behind it.
    private static let installed0 = Atomic<UInt64>(0)
    private static let installed1 = Atomic<UInt64>(0)
    private static let isInstalled = Atomic<Bool>(false)

    /// The process's key; nil before ``install(_:)``, when all masks of a length are alike.
    public static var installed: MaskKey? {
        guard isInstalled.load(ordering: .acquiring) else { return nil }
        return MaskKey(installed0.load(ordering: .relaxed), installed1.load(ordering: .relaxed))
    }

    /// Sets the process's key. Called once, by the program, before anything is masked.
    public static func install(_ key: MaskKey) {
        precondition(!isInstalled.load(ordering: .relaxed), "the mask key is set once")
        installed0.store(key.half0, ordering: .relaxed)
        installed1.store(key.half1, ordering: .relaxed)
        isInstalled.store(true, ordering: .releasing)
    }
}
