/// A 128-bit digest of the input of a link, by which later requests with the same input find the link.
///
/// The caller chooses the input; the digest must be one for which clients can't construct collisions.
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
