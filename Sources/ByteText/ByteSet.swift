/// A set of ASCII bytes as two words: membership is a shift and a mask, without a table in memory.
public struct ByteSet: Sendable, Equatable {
    /// Bit *n* of `low` stands for the byte *n*, of `high` for 64 + *n*. No byte of 0x80 and above is ever a member.
    @usableFromInline let low: UInt64
    @usableFromInline let high: UInt64

    @inlinable
    public init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// The set of the characters of an ASCII literal.
    public init(_ characters: StaticString) {
        let words: (low: UInt64, high: UInt64) = characters.withUTF8Buffer { buffer in
            var low: UInt64 = 0
            var high: UInt64 = 0
            for index in 0..<buffer.count {
                // Safe: the index is below the count.
                let byte = unsafe buffer[index]
                precondition(byte < 0x80, "a byte set holds ASCII only")
                if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
            }
            return (low, high)
        }
        self.init(low: words.low, high: words.high)
    }

    @inlinable
    public func contains(_ byte: UInt8) -> Bool {
        let word = byte < 0x40 ? low : byte < 0x80 ? high : 0
        return (word &>> UInt64(byte & 0x3F)) & 1 != 0
    }

    /// The bytes of both sets.
    @inlinable
    public func union(_ other: ByteSet) -> ByteSet {
        ByteSet(low: low | other.low, high: high | other.high)
    }

    /// The bytes of this set that are not in the other one.
    @inlinable
    public func subtracting(_ other: ByteSet) -> ByteSet {
        ByteSet(low: low & ~other.low, high: high & ~other.high)
    }

    /// `!` to `~`: ASCII that is neither control nor space.
    @inlinable public static var visible: ByteSet { ByteSet(low: 0xFFFF_FFFE_0000_0000, high: 0x7FFF_FFFF_FFFF_FFFF) }
    /// Letters and digits.
    @inlinable
    public static var alphanumeric: ByteSet { ByteSet(low: 0x03FF_0000_0000_0000, high: 0x07FF_FFFE_07FF_FFFE) }
    /// Letters, digits, `-`, `.`, `_`, `~` (RFC 3986, section 2.3).
    @inlinable
    public static var unreserved: ByteSet { ByteSet(low: 0x03FF_6000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE) }
}
