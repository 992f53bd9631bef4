/// Rows in the binary format of `COPY … FROM STDIN (FORMAT binary)` (PostgreSQL documentation of COPY, "Binary
/// Format").
///
/// Built in pieces: append rows, take a ``piece()``, and repeat. The last piece is ``end()``.
public struct CopyRows: Sendable {
    private var bytes: [UInt8] = []

    /// Begins with the header.
    public init() {
        bytes = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00]
        bytes.append(bigEndian: Int32(0))
        bytes.append(bigEndian: Int32(0))
    }

    /// The number of pending bytes.
    public var count: Int { bytes.count }

    /// Appends a row. The types must match the table's columns: the server checks only the lengths.
    public mutating func append(_ row: [Statement.Parameter]) {
        bytes.append(bigEndian: Int16(row.count))
        for value in row {
            if value == .null {
                bytes.append(bigEndian: Int32(-1))
            } else {
                bytes.appendSized { value.appendBinary(to: &$0) }
            }
        }
    }

    /// The bytes added since the last piece.
    public mutating func piece() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// The bytes added since the last piece, and the trailer.
    public mutating func end() -> [UInt8] {
        bytes.append(bigEndian: Int16(-1))
        return piece()
    }
}
