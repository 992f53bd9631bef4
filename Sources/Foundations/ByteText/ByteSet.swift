import CByteScan
import Threads

/// A byte set: a 256-entry lookup table, followed by bit rows for SIMD scans. Create sets as `static let`; a membership test
/// then costs a load and a comparison.
@safe public struct ByteSet: Sendable {
    // Safe: the table is written once, in the initializer, and never freed, so every copy of the set may read it. It contains a
    // 0 or 1 for each byte, then the rows that `byte_scan_end_of_run` expects.
    @usableFromInline nonisolated(unsafe) let members: UnsafePointer<UInt8>

    private static let tables = Locked<[UInt]>([])

    /// Creates the set of the bytes that satisfy a predicate. The table is never freed.
    public init(where isMember: (UInt8) -> Bool) {
        let size = Int(byte_scan_set_size)
        let table = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
        // Safe: the table has an entry for every byte, and 32 more.
        unsafe table.initialize(repeating: 0, count: size)
        for byte in UInt8.min ... .max where isMember(byte) {
            let row = 256 + Int(byte >> 7) * 16 + Int(byte & 15)
            // Safe: as above; `row` is one of the 32 entries.
            unsafe table[Int(byte)] = 1
            unsafe table[row] |= 1 << (byte >> 4 & 7)
        }
        unsafe members = UnsafePointer(table)
        // Safe: the address is kept as a root for leak checkers, and never converted back to a pointer.
        Self.tables.withLock { $0.append(UInt(bitPattern: table)) }
    }

    /// The set of the bytes of an ASCII literal.
    public init(_ characters: StaticString) {
        precondition(characters.isASCII, "a byte set literal must be ASCII")
        self.init { byte in
            // Safe: the buffer is read only during the call.
            characters.withUTF8Buffer { unsafe $0.contains(byte) }
        }
    }

    /// Whether the set contains a byte. One table lookup.
    @inlinable
    public func contains(_ byte: UInt8) -> Bool {
        // Safe: the table has an entry for every byte.
        unsafe members[Int(byte)] != 0
    }

    /// The union of both sets.
    public func union(_ other: ByteSet) -> ByteSet {
        ByteSet { contains($0) || other.contains($0) }
    }

    /// The bytes of this set that are not in `other`.
    public func subtracting(_ other: ByteSet) -> ByteSet {
        ByteSet { contains($0) && !other.contains($0) }
    }

    /// Wraps an existing table that is never freed.
    private init(_ table: UnsafePointer<UInt8>) { unsafe members = table }

    /// `!` to `~`: ASCII that is neither control nor space.
    public static var visible: ByteSet { unsafe ByteSet(byte_scan_visible()) }
    /// ASCII letters and digits.
    public static var alphanumeric: ByteSet { unsafe ByteSet(byte_scan_alphanumeric()) }
    /// Letters, digits, `-`, `.`, `_`, `~` (RFC 3986, section 2.3).
    public static var unreserved: ByteSet { unsafe ByteSet(byte_scan_unreserved()) }
    /// `tchar`: bytes of a method or a field name (RFC 9110, section 5.6.2).
    public static var token: ByteSet { unsafe ByteSet(byte_scan_token()) }
    /// `tchar` without capitals: bytes of an HTTP/2 field name (RFC 9113, section 8.2).
    public static var fieldName: ByteSet { unsafe ByteSet(byte_scan_field_name()) }
    /// Bytes of a request target's path: visible ASCII except `#` and the characters that all browsers percent-encode in paths.
    /// Contains `|`, which browsers send unencoded.
    public static var targetPath: ByteSet { unsafe ByteSet(byte_scan_path()) }
    /// Bytes of a request target's query: visible ASCII except `#`.
    public static var targetQuery: ByteSet { unsafe ByteSet(byte_scan_query()) }
    /// All bytes except controls.
    public static var text: ByteSet { unsafe ByteSet(byte_scan_text()) }
    /// All bytes except controls other than tab, which is whitespace in field lines.
    public static var lineText: ByteSet { unsafe ByteSet(byte_scan_line_text()) }
}
