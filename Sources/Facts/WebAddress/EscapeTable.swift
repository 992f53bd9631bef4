public import ByteText

/// How each byte is written by an encoder: as it is, or as `%XX` in upper case (RFC 3986, section 2.1).
///
/// An entry has up to three bytes and how many they are, so that encoding a byte is a load, a store and an addition, and
/// no branch that addresses make hard to foresee. Make one as a `static let`.
@safe public struct EscapeTable: Sendable {
    /// How much room the last byte of an encoding needs beyond three for each: entries are written whole.
    static let slack = 1

    /// What is written as it is.
    let kept: ByteSet
    // Safe: the table is written once, when it is made, and never freed, so every copy may read it.
    private nonisolated(unsafe) let entries: UnsafePointer<UInt32>

    /// Escapes all bytes but those of a set. The table stays for the life of the process.
    public init(keeping kept: ByteSet) {
        self.kept = kept
        let table = UnsafeMutablePointer<UInt32>.allocate(capacity: 256)
        for byte in UInt8.min ... .max {
            let (high, low) = (UInt8.hexDigit(byte >> 4), UInt8.hexDigit(byte))
            let escaped = UInt32(UInt8(ascii: "%")) | UInt32(high) << 8 | UInt32(low) << 16 | 3 << 24
            // Safe: the table has a place for every byte.
            unsafe (table + Int(byte)).initialize(to: kept.contains(byte) ? UInt32(byte) | 1 << 24 : escaped)
        }
        unsafe entries = UnsafePointer(table)
    }

    /// Writes up to three bytes for each, into room for three and ``slack``.
    func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        let count = bytes.count
        // Safe: the check leaves room for four bytes at each place that is written to, the table has a place for every
        // byte, and the pointers are used within the calls only.
        unsafe output.withUnsafeMutableBufferPointer { space, initialized in
            precondition(space.count - initialized >= 3 * count + Self.slack, "no room to encode")
            guard count > 0, let start = unsafe space.baseAddress.map({ unsafe $0 + initialized }) else { return }
            var target = UnsafeMutableRawPointer(start)
            for index in 0..<count {
                let entry = unsafe entries[Int(bytes[unchecked: index])]
                unsafe target.storeBytes(of: entry.littleEndian, as: UInt32.self)
                unsafe target += Int(entry >> 24)
            }
            initialized += unsafe target - UnsafeMutableRawPointer(start)
        }
    }
}

extension EscapeTable {
    /// Keeps letters, digits, `-`, `.`, `_`, `~` (RFC 3986, section 2.3).
    static let unreserved = EscapeTable(keeping: .unreserved)
    /// Keeps ASCII letters and digits.
    static let alphanumeric = EscapeTable(keeping: .alphanumeric)
}
