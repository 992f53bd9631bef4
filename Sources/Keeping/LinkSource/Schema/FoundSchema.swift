import PostgreSQL

/// The source's actual tables.
struct FoundSchema {
    struct Table {
        /// The letter of `pg_class.relkind`: `r` and `p` for tables.
        var kind = "r"
        /// Whether it survives a crash of the server.
        var isLogged = true
        var columns: [Column] = []
        var indexes: [Index] = []
        /// Other constraints, as SQL.
        var constraints: [String] = []
    }

    struct Column: Equatable {
        var name: String
        var type: String
        var isNullable: Bool
        var collation: String?
        var defaultValue: String?
        /// Whether the server computes the values and rejects explicit ones.
        var isComputed: Bool
        /// Whether the value may be omitted in an INSERT.
        var isFilled: Bool { isNullable || isComputed || isNumbered || defaultValue != nil }
        var isNumbered: Bool
    }

    struct Index: Equatable {
        var name: String
        var isUnique: Bool
        var isPrimary: Bool
        /// Whether it covers all rows, is valid, and is not deferred, as ON CONFLICT requires.
        var isWhole: Bool
        var columns: [String]
    }

    /// By name; only existing tables of ``SourceSchema/tables``.
    private(set) var tables: [String: Table] = [:]

    /// Reads the results of the statements of ``CatalogStatement``.
    init(tables: Rows, columns: Rows, indexes: Rows, constraints: Rows) throws(PostgreSQLError) {
        var schemas: [String: String] = [:]
        for row in 0..<tables.count {
            let name = try tables.text(row, 0)
            schemas[name] = try tables.text(row, 1)
            self.tables[name] = Table(kind: try tables.text(row, 2), isLogged: try tables.text(row, 3) != "u")
        }
        for row in 0..<columns.count {
            let name = try columns.text(row, 1)
            guard try schemas[name] == columns.text(row, 0) else { continue }
            self.tables[name]?.columns.append(try Column(columns, row))
        }
        for row in 0..<indexes.count { try add(indexes, row) }
        for row in 0..<constraints.count {
            let text = "\(try constraints.text(row, 1)) \(try constraints.text(row, 2))"
            self.tables[try constraints.text(row, 0)]?.constraints.append(text)
        }
    }

    /// Adds a column of an index; the columns of an index are adjacent.
    private mutating func add(_ rows: Rows, _ row: Int) throws(PostgreSQLError) {
        let (table, name, column) = (try rows.text(row, 0), try rows.text(row, 1), try rows.text(row, 5))
        if let last = tables[table]?.indexes.last, last.name == name {
            let position = (tables[table]?.indexes.count ?? 1) - 1
            tables[table]?.indexes[position].columns.append(column)
        } else {
            let index = Index(
                name: name, isUnique: try rows.boolean(row, 2), isPrimary: try rows.boolean(row, 3),
                isWhole: try rows.boolean(row, 4), columns: [column])
            tables[table]?.indexes.append(index)
        }
    }
}

extension FoundSchema.Column {
    fileprivate init(_ rows: Rows, _ row: Int) throws(PostgreSQLError) {
        name = try rows.text(row, 2)
        type = try rows.text(row, 3)
        isNullable = try rows.text(row, 4) == "YES"
        collation = rows.isNull(row, 5) ? nil : try rows.text(row, 5)
        defaultValue = rows.isNull(row, 6) ? nil : try rows.text(row, 6)
        isComputed = try rows.text(row, 7) == "ALWAYS"
        isNumbered = try rows.text(row, 8) == "YES"
    }
}
