import PostgreSQL

/// A table of the source: `source init` makes it from this description, and `source check` compares the server's with it.
struct SourceTable {
    /// A column. None has a default: every statement states all values.
    struct Column {
        let name: String
        let type: SourceColumnType
        let isNullable: Bool

        init(_ name: String, _ type: SourceColumnType, isNullable: Bool = false) {
            self.name = name
            self.type = type
            self.isNullable = isNullable
        }

        /// As in CREATE TABLE.
        var definition: String { "\(name) \(type.definition)\(isNullable ? "" : " NOT NULL")" }
    }

    /// An index beside those of the keys.
    struct Index {
        let name: String
        let columns: [String]
    }

    let name: String
    let columns: [Column]
    let primaryKey: [String]
    var unique: [String]?
    var index: Index?

    /// What makes the table and its index, where they are missing.
    var statements: [Statement] {
        var parts = columns.map(\.definition)
        parts.append("PRIMARY KEY (\(primaryKey.joined(separator: ", ")))")
        if let unique { parts.append("UNIQUE (\(unique.joined(separator: ", ")))") }
        var statements = [Statement("CREATE TABLE IF NOT EXISTS \(name) (\(parts.joined(separator: ", ")))")]
        if let index {
            let columns = index.columns.joined(separator: ", ")
            statements.append(Statement("CREATE INDEX IF NOT EXISTS \(index.name) ON \(name) (\(columns))"))
        }
        return statements
    }
}

/// The types that the source's columns have.
enum SourceColumnType: Sendable {
    case boolean, integer, bigint, text, bytes, time
    /// A text that is compared byte by byte, in every database alike.
    case code

    /// The name in `information_schema.columns.data_type`.
    var name: String {
        switch self {
        case .boolean: "boolean"
        case .integer: "integer"
        case .bigint: "bigint"
        case .text, .code: "text"
        case .bytes: "bytea"
        case .time: "timestamp with time zone"
        }
    }

    /// The collation that a column must have; nil where any will do.
    var collation: String? {
        switch self {
        case .code: "C"
        case .boolean, .integer, .bigint, .text, .bytes, .time: nil
        }
    }

    /// As in CREATE TABLE.
    var definition: String {
        if case .time = self { return "timestamptz" }
        return collation.map { "\(name) COLLATE \"\($0)\"" } ?? name
    }
}
