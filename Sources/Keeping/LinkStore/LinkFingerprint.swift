/// What a link was made from, in 128 bits, so that the same input gives the same link.
///
/// Whoever makes links chooses what goes in, and a digest that nobody can steer.
public struct LinkFingerprint: Sendable, Hashable {
    public var high: UInt64
    public var low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The first 16 bytes of a digest; traps if it has fewer.
    public init(digest: [UInt8]) {
        high = digest[0..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = digest[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
