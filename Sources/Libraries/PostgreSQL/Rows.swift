import CPostgreSQL

/// The rows that a statement returned, in the binary form; one that returns none has the number of rows that it affected.
///
/// Rows and columns count from 0. Values of another type than is asked for throw ``PostgreSQLError/answer(_:)``. The memory is
/// libpq's and is given back with the last reference.
@safe public final class Rows: @unchecked Sendable {
    // Safe to share: libpq does not change a result once it has been returned, and what is called here only reads it.
    private let handle: OpaquePointer
    /// How many rows there are.
    public let count: Int
    /// How many columns each has.
    public let columnCount: Int
    /// How many rows were inserted, changed, deleted, selected or copied; 0 for statements that do none of it.
    public let affected: Int

    /// Owns a result, which no other owner frees.
    init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
        // Safe: the result is alive, and the text is terminated and copied.
        count = Int(unsafe PQntuples(handle))
        columnCount = Int(unsafe PQnfields(handle))
        affected = unsafe PQcmdTuples(handle).flatMap { unsafe Int(String(cString: $0)) } ?? 0
    }

    deinit {
        // Safe: the handle is this object's own.
        unsafe PQclear(handle)
    }

    /// Whether a value is NULL.
    public func isNull(_ row: Int, _ column: Int) -> Bool {
        checkPlace(row, column)
        // Safe: the place is within the result.
        return unsafe PQgetisnull(handle, Int32(row), Int32(column)) != 0
    }

    /// A `bigint`, `integer`, `smallint` or `boolean` (0 or 1) that is not NULL.
    public func integer(_ row: Int, _ column: Int) throws(PostgreSQLError) -> Int64 {
        let types = [
            TypeNumber.integer64, TypeNumber.integer32, TypeNumber.integer16, TypeNumber.boolean,
        ]
        try checkType(row, column, types, "an integer")
        let bytes = bytes(row, column)
        guard let first = bytes.first else { throw .answer("column \(column + 1) is an integer without bytes") }
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

    /// The bytes of a value, copied: those of a `bytea`, the UTF-8 of a text, the binary form of anything else. Empty for NULL.
    public func bytes(_ row: Int, _ column: Int) -> [UInt8] {
        withBytes(row, column) { bytes in Array(count: bytes.count) { bytes[$0] } }
    }

    /// Lends the bytes of a value where they lie.
    public func withBytes<Result, Failure: Error>(
        _ row: Int, _ column: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        checkPlace(row, column)
        // Safe: the place is within the result; libpq's value is that long and lives as long as the result, which self holds.
        let length = unsafe Int(PQgetlength(handle, Int32(row), Int32(column)))
        let value = unsafe PQgetvalue(handle, Int32(row), Int32(column))
        let bytes = unsafe UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : length)
        let span = unsafe Span<UInt8>(_unsafeBytes: bytes)
        return try body(span)
    }

    private func checkPlace(_ row: Int, _ column: Int) {
        precondition(row >= 0 && row < count && column >= 0 && column < columnCount, "no such place in the rows")
    }

    private func checkType(
        _ row: Int, _ column: Int, _ types: [UInt32], _ wanted: String
    ) throws(PostgreSQLError) {
        checkPlace(row, column)
        // Safe: the column is within the result.
        let type = unsafe PQftype(handle, Int32(column))
        guard types.contains(type) else {
            throw .answer("column \(column + 1) is not \(wanted) but of type number \(type); check the schema")
        }
        guard !isNull(row, column) else {
            throw .answer("column \(column + 1) of row \(row + 1) is NULL, not \(wanted); check the schema")
        }
    }
}

extension Array where Element == UInt8 {
    fileprivate init(count: Int, _ byte: (Int) -> UInt8) {
        // Safe: exactly `count` places are filled.
        unsafe self.init(unsafeUninitializedCapacity: count) { buffer, filled in
            for index in 0..<count { unsafe buffer.initializeElement(at: index, to: byte(index)) }
            filled = count
        }
    }
}
