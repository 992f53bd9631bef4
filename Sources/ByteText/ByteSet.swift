/// A set of bytes as a table of 256 answers.
///
/// Make one as a `static let`: its quarter of a kilobyte is never freed, so that asking costs one load and no reference
/// is counted. (A table within the struct would be copied whenever the set is passed on.)
// Safe to share: the table is written before anybody else has the set, and never again.
@safe public struct ByteSet: @unchecked Sendable {
    @usableFromInline let members: UnsafePointer<Bool>

    /// The set of the bytes for which a question is answered with yes.
    public init(where isMember: (UInt8) -> Bool) {
        let table = UnsafeMutablePointer<Bool>.allocate(capacity: 256)
        // Safe: every byte is an index below 256.
        for byte in UInt8.min ... .max { unsafe (table + Int(byte)).initialize(to: isMember(byte)) }
        unsafe members = UnsafePointer(table)
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
        // Safe: every byte is an index below 256, and the table is never freed.
        unsafe members[Int(byte)]
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
