import CPostgreSQL

/// The rows returned by a statement, in binary format, or the number of rows it affected.
///
/// Rows and columns are numbered from 0. Reading a value as a different type throws ``PostgreSQLError/answer(_:)``. The
/// memory is allocated by libpq, and freed when the last reference is released.
@safe public final class Rows: @unchecked Sendable {
    // Safe to share: libpq does not change a result once it was returned, and the functions called here only read it.
    private let handle: OpaquePointer
    /// The number of rows.
    public let count: Int
    /// The number of columns.
    public let columnCount: Int
    /// The number of rows inserted, changed, deleted, selected or copied; 0 for other statements.
    public let affected: Int

    /// Takes ownership of a result.
    init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
        // Safe: the result is alive, and the text is terminated and copied.
        count = Int(unsafe PQntuples(handle))
        columnCount = Int(unsafe PQnfields(handle))
        affected = unsafe PQcmdTuples(handle).flatMap { unsafe Int(String(cString: $0)) } ?? 0
    }

    deinit {
        // Safe: the handle is owned by this object.
        unsafe PQclear(handle)
    }

    /// Whether a value is NULL.
    public func isNull(_ row: Int, _ column: Int) -> Bool {
        checkPlace(row, column)
        // Safe: row and column are within the result.
        return unsafe PQgetisnull(handle, Int32(row), Int32(column)) != 0
    }

    /// A `bigint`, `integer`, `smallint` or `boolean` (0 or 1) that is not NULL.
    public func integer(_ row: Int, _ column: Int) throws(PostgreSQLError) -> Int64 {
        let types = [
            TypeNumber.integer64, TypeNumber.integer32, TypeNumber.integer16, TypeNumber.boolean,
        ]
        try checkType(row, column, types, "an integer")
        let bytes = bytes(row, column)
        guard let first = bytes.first else { throw .answer("column \(column + 1) is an empty integer") }
        if bytes.count == 1 { return Int64(first) }
        return bytes.reduce(Int64(Int8(bitPattern: first) >> 7)) { $0 << 8 | Int64($1) }
    }

    /// A `boolean` that is not NULL.
    public func boolean(_ row: Int, _ column: Int) throws(PostgreSQLError) -> Bool {
        try checkType(row, column, [TypeNumber.boolean], "a boolean")
        return bytes(row, column) != [0]
    }

    /// A `text`, `varchar`, `char` or `name` that is not NULL.
    public func text(_ row: Int, _ column: Int) throws(PostgreSQLError) -> String {
        let types = [TypeNumber.text, TypeNumber.varying, TypeNumber.character, TypeNumber.name]
        try checkType(row, column, types, "a text")
        return String(decoding: bytes(row, column), as: UTF8.self)
    }

    /// The bytes of a value, copied: those of a `bytea`, the UTF-8 of a text, the binary format of any other type.
    /// Empty for NULL.
    public func bytes(_ row: Int, _ column: Int) -> [UInt8] {
        withBytes(row, column) { bytes in Array(count: bytes.count) { bytes[$0] } }
    }

    /// Calls `body` with the bytes of a value, in place.
    public func withBytes<Result, Failure: Error>(
        _ row: Int, _ column: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        checkPlace(row, column)
        // Safe: row and column are within the result; the value has this length and lives as long as the result, which
        // self owns.
        let length = unsafe Int(PQgetlength(handle, Int32(row), Int32(column)))
        let value = unsafe PQgetvalue(handle, Int32(row), Int32(column))
        let bytes = unsafe UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : length)
        let span = unsafe Span<UInt8>(_unsafeBytes: bytes)
        return try body(span)
    }

    private func checkPlace(_ row: Int, _ column: Int) {
        precondition(row >= 0 && row < count && column >= 0 && column < columnCount, "no such row or column")
    }

    private func checkType(
        _ row: Int, _ column: Int, _ types: [UInt32], _ wanted: String
    ) throws(PostgreSQLError) {
        checkPlace(row, column)
        // Safe: the column is within the result.
        let type = unsafe PQftype(handle, Int32(column))
        guard types.contains(type) else {
            throw .answer("column \(column + 1) has type \(type), not \(wanted); check the schema")
        }
        guard !isNull(row, column) else {
            throw .answer("column \(column + 1) of row \(row + 1) is NULL, not \(wanted); check the schema")
        }
    }
}

extension Array where Element == UInt8 {
    fileprivate init(count: Int, _ byte: (Int) -> UInt8) {
        // Safe: exactly `count` elements are initialized.
        unsafe self.init(unsafeUninitializedCapacity: count) { buffer, filled in
            for index in 0..<count { unsafe buffer.initializeElement(at: index, to: byte(index)) }
            filled = count
        }
    }
}
