/// Rows in the binary form of `COPY … FROM STDIN (FORMAT binary)` (PostgreSQL, page of COPY, "Binary Format").
///
/// A piece at a time: fill, take ``piece()``, go on; the last piece is ``end()``.
public struct CopyRows: Sendable {
    private var bytes: [UInt8] = []

    /// Begins with the header.
    public init() {
        bytes = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00]
        bytes.append(bigEndian: Int32(0))
        bytes.append(bigEndian: Int32(0))
    }

    /// How many bytes are waiting.
    public var count: Int { bytes.count }

    /// Adds a row. The columns' types must be those of the table: the server refuses another length, and believes the rest.
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

    /// What was added since the last piece.
    public mutating func piece() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// What was added since the last piece, and the trailer.
    public mutating func end() -> [UInt8] {
        bytes.append(bigEndian: Int16(-1))
        return piece()
    }
}
