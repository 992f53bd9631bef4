public import PostgreSQL

extension Source {
    /// Compares tables, columns, keys and indexes with those that ``prepare()`` creates. Only reads the catalogs, which
    /// any role may do and which blocks nothing.
    public func checkSchema() async throws(PostgreSQLError) -> SchemaCheck {
        let names = SourceSchema.tables.map(\.name)
        let connection = try await connected()
        let answers = try await connection.run([
            CatalogStatement.tables(names), CatalogStatement.columns(names), CatalogStatement.indexes(names),
            CatalogStatement.constraints(names),
        ])
        let found = try FoundSchema(
            tables: answers[0], columns: answers[1], indexes: answers[2], constraints: answers[3])
        guard !found.tables.isEmpty else {
            throw .answer("there are no tables; create them with `fingerpost source init`")
        }
        var check = SchemaCheck(found)
        guard check.isReadable else { return check }
        let rows = try await connection.run([SourceStatement.source])[0]
        if rows.count == 1 {
            check.compare(version: try rows.integer(0, 1))
        } else {
            check.note(rowsOfSource: rows.count)
        }
        return check
    }
}
