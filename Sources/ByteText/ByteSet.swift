/// A set of bytes as 256 bits. Make one as a `static let`: asking it then costs a few instructions and no memory.
public struct ByteSet: Sendable {
    @usableFromInline var words: InlineArray<4, UInt64> = .init(repeating: 0)

    /// The set of the bytes for which a question is answered with yes.
    public init(where isMember: (UInt8) -> Bool) {
        for byte in UInt8.min ... .max where isMember(byte) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }
    }

    /// The set of the characters of an ASCII literal.
    public init(_ characters: StaticString) {
        precondition(characters.isASCII, "a literal of a byte set is ASCII")
        self.init { byte in
            // Safe: the buffer is read within the call only.
            characters.withUTF8Buffer { unsafe $0.contains(byte) }
        }
    }

    @inlinable
    public func contains(_ byte: UInt8) -> Bool {
        words[Int(byte >> 6)] & (1 << UInt64(byte & 63)) != 0
    }

    /// The bytes of both sets.
    public func union(_ other: ByteSet) -> ByteSet {
        ByteSet { contains($0) || other.contains($0) }
    }

    /// The bytes of this set that are not in the other one.
    public func subtracting(_ other: ByteSet) -> ByteSet {
        ByteSet { contains($0) && !other.contains($0) }
    }

    /// `!` to `~`: ASCII that is neither control nor space.
    public static let visible = ByteSet { $0 > 0x20 && $0 < 0x7F }
    /// ASCII letters and digits.
    public static let alphanumeric = ByteSet { $0.isAlphanumeric }
    /// Letters, digits, `-`, `.`, `_`, `~` (RFC 3986, section 2.3).
    public static let unreserved = ByteSet { $0.isUnreserved }
}
