import CByteScan
import Threads

/// A set of bytes as a table of 256, and as rows of bits for scans. Make one as a `static let`: asking it then costs a
/// load and a comparison.
@safe public struct ByteSet: Sendable {
    // Safe: the table is written once, when the set is made, and never freed, so every copy of the set may read it. It has a
    // 0 or 1 for each byte, and then what `byte_scan_end_of_run` wants.
    @usableFromInline nonisolated(unsafe) let members: UnsafePointer<UInt8>

    private static let tables = Locked<[UInt]>([])

    /// The set of the bytes for which a question is answered with yes. Its table stays for the life of the process.
    public init(where isMember: (UInt8) -> Bool) {
        let size = Int(byte_scan_set_size)
        let table = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
        // Safe: the table has a place for every byte, and 32 more.
        unsafe table.initialize(repeating: 0, count: size)
        for byte in UInt8.min ... .max where isMember(byte) {
            let row = 256 + Int(byte >> 7) * 16 + Int(byte & 15)
            // Safe: as above; a row is one of the 32.
            unsafe table[Int(byte)] = 1
            unsafe table[row] |= 1 << (byte >> 4 & 7)
        }
        unsafe members = UnsafePointer(table)
        // Safe: the address is kept for programs that look for lost memory, and never turned into a pointer again.
        Self.tables.withLock { $0.append(UInt(bitPattern: table)) }
    }

    /// The set of the characters of an ASCII literal.
    public init(_ characters: StaticString) {
        precondition(characters.isASCII, "a literal of a byte set is ASCII")
        self.init { byte in
            // Safe: the buffer is read within the call only.
            characters.withUTF8Buffer { unsafe $0.contains(byte) }
        }
    }

    /// Whether a byte is in the set: one look into a table of 256.
    @inlinable
    public func contains(_ byte: UInt8) -> Bool {
        // Safe: the table has a place for every byte.
        unsafe members[Int(byte)] != 0
    }

    /// The bytes of both sets.
    public func union(_ other: ByteSet) -> ByteSet {
        ByteSet { contains($0) || other.contains($0) }
    }

    /// The bytes of this set that are not in the other one.
    public func subtracting(_ other: ByteSet) -> ByteSet {
        ByteSet { contains($0) && !other.contains($0) }
    }

    /// A table that has been made already and is never freed.
    private init(_ table: UnsafePointer<UInt8>) { unsafe members = table }

    /// `!` to `~`: ASCII that is neither control nor space.
    public static var visible: ByteSet { unsafe ByteSet(byte_scan_visible()) }
    /// ASCII letters and digits.
    public static var alphanumeric: ByteSet { unsafe ByteSet(byte_scan_alphanumeric()) }
    /// Letters, digits, `-`, `.`, `_`, `~` (RFC 3986, section 2.3).
    public static var unreserved: ByteSet { unsafe ByteSet(byte_scan_unreserved()) }
    /// `tchar`: bytes of a method or a field name (RFC 9110, section 5.6.2).
    public static var token: ByteSet { unsafe ByteSet(byte_scan_token()) }
    /// The same without capitals: bytes of a field name in HTTP/2 (RFC 9113, section 8.2).
    public static var fieldName: ByteSet { unsafe ByteSet(byte_scan_field_name()) }
    /// Bytes of a request target's path: visible ASCII without `#` and without what every browser encodes there. `|` is let
    /// through because browsers send it as it is.
    public static var targetPath: ByteSet { unsafe ByteSet(byte_scan_path()) }
    /// Bytes of a request target's query: visible ASCII without `#`.
    public static var targetQuery: ByteSet { unsafe ByteSet(byte_scan_query()) }
    /// All bytes but controls.
    public static var text: ByteSet { unsafe ByteSet(byte_scan_text()) }
    /// The same with tabs, which are blanks within a field line.
    public static var lineText: ByteSet { unsafe ByteSet(byte_scan_line_text()) }
}
