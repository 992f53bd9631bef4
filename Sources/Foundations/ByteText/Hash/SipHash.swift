/// SipHash-2-4 (Aumasson and Bernstein, 2012), stable across machines and releases.
///
/// With a secret key it is a pseudorandom function: without the key, inputs cannot be recovered by guessing. With key 0 it
/// distributes well but conceals nothing. Incremental; does not allocate.
public struct SipHash: Sendable {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64
    /// The bytes that do not fill a word yet, first byte lowest.
    private var tail: UInt64 = 0
    private var count: UInt64 = 0

    /// Starts a hash with a 128-bit key, given as two halves.
    public init(key0: UInt64 = 0, key1: UInt64 = 0) {
        v0 = key0 ^ 0x736f_6d65_7073_6575
        v1 = key1 ^ 0x646f_7261_6e64_6f6d
        v2 = key0 ^ 0x6c79_6765_6e65_7261
        v3 = key1 ^ 0x7465_6462_7974_6573
    }

    /// Appends one byte.
    public mutating func append(_ byte: UInt8) {
        tail |= UInt64(byte) << (8 * (count & 7))
        count &+= 1
        if count & 7 == 0 {
            compress(tail)
            tail = 0
        }
    }

    /// Appends bytes. The hash does not depend on how the input is split.
    public mutating func append(_ bytes: Span<UInt8>) {
        for index in bytes.indices { append(bytes[index]) }
    }

    /// The hash of everything appended so far.
    public consuming func finish() -> UInt64 {
        compress(tail | count << 56)
        v2 ^= 0xFF
        for _ in 0..<4 { round() }
        return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func compress(_ word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
    }

    private mutating func round() {
        v0 &+= v1
        v1 = v1 << 13 | v1 >> 51
        v1 ^= v0
        v0 = v0 << 32 | v0 >> 32
        v2 &+= v3
        v3 = v3 << 16 | v3 >> 48
        v3 ^= v2
        v0 &+= v3
        v3 = v3 << 21 | v3 >> 43
        v3 ^= v0
        v2 &+= v1
        v1 = v1 << 17 | v1 >> 47
        v1 ^= v2
        v2 = v2 << 32 | v2 >> 32
    }
}
