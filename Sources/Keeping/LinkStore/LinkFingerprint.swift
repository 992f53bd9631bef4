/// A 128-bit digest of what a link was made from, so that the same input finds the same link.
///
/// The caller chooses what goes in; it must use a digest that clients can't steer.
public struct LinkFingerprint: Sendable, Hashable {
    /// The first 64 bits.
    public var high: UInt64
    /// The last 64 bits.
    public var low: UInt64

    /// A fingerprint from its two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The first 16 bytes of a digest, big-endian; traps if it has fewer.
    public init(digest: [UInt8]) {
        high = digest[0..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = digest[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
