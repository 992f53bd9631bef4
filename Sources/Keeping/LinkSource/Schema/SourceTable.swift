import PostgreSQL

/// A table of the source. `source init` creates it from this description, and `source check` compares the server's
/// table with it.
struct SourceTable {
    /// A column. None has a default: every INSERT contains all values.
    struct Column {
        let name: String
        let type: SourceColumnType
        let isNullable: Bool

        init(_ name: String, _ type: SourceColumnType, isNullable: Bool = false) {
            self.name = name
            self.type = type
            self.isNullable = isNullable
        }

        /// The definition in CREATE TABLE.
        var definition: String { "\(name) \(type.definition)\(isNullable ? "" : " NOT NULL")" }
    }

    /// An index other than those of the keys.
    struct Index {
        let name: String
        let columns: [String]
    }

    let name: String
    let columns: [Column]
    let primaryKey: [String]
    var unique: [String]?
    var index: Index?

    /// The statements that create the table and its index if they are missing.
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

/// The column types of the source.
enum SourceColumnType: Sendable {
    case boolean, integer, bigint, text, bytes, time
    /// A text that is compared byte by byte in every database.
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

    /// The required collation of a column; `nil` if any is suitable.
    var collation: String? {
        switch self {
        case .code: "C"
        case .boolean, .integer, .bigint, .text, .bytes, .time: nil
        }
    }

    /// The type in CREATE TABLE.
    var definition: String {
        if case .time = self { return "timestamptz" }
        return collation.map { "\(name) COLLATE \"\($0)\"" } ?? name
    }
}
