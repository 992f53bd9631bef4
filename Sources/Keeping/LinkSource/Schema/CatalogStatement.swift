import PostgreSQL

/// The catalog queries of `source check`.
///
/// Columns come from `information_schema`, which is standard SQL, and shows those that the role has a privilege on. It
/// lacks indexes and hides constraints from read-only roles, so these come from `pg_catalog`.
enum CatalogStatement {
    /// Name, schema, kind and persistence of the tables to which unqualified names resolve.
    static func tables(_ names: [String]) -> Statement {
        Statement(
            """
            SELECT c.relname, n.nspname, CAST(c.relkind AS text), CAST(c.relpersistence AS text)
            FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
            WHERE c.relname = ANY ($1) AND pg_catalog.pg_table_is_visible(c.oid)
            """, [.texts(names)])
    }

    /// Columns in order, in all schemas: the caller selects those of ``tables(_:)``.
    static func columns(_ names: [String]) -> Statement {
        Statement(
            """
            SELECT table_schema, table_name, column_name, data_type, is_nullable, collation_name, column_default,
                is_generated, is_identity
            FROM information_schema.columns WHERE table_name = ANY ($1) ORDER BY table_name, ordinal_position
            """, [.texts(names)])
    }

    /// A row for each key column of an index, in order. Expressions are not columns; such an index is not whole.
    static func indexes(_ names: [String]) -> Statement {
        Statement(
            """
            SELECT c.relname, i.relname, x.indisunique, x.indisprimary,
                x.indisvalid AND x.indimmediate AND x.indpred IS NULL AND x.indexprs IS NULL, a.attname
            FROM pg_catalog.pg_index AS x JOIN pg_catalog.pg_class AS c ON c.oid = x.indrelid
            JOIN pg_catalog.pg_class AS i ON i.oid = x.indexrelid
            JOIN pg_catalog.pg_attribute AS a ON a.attrelid = x.indexrelid AND a.attnum <= x.indnkeyatts
            WHERE c.relname = ANY ($1) AND pg_catalog.pg_table_is_visible(c.oid)
            ORDER BY c.relname, i.relname, a.attnum
            """, [.texts(names)])
    }

    /// Checks, foreign keys and exclusion constraints; keys are covered by indexes, and NOT NULL by columns.
    static func constraints(_ names: [String]) -> Statement {
        Statement(
            """
            SELECT c.relname, k.conname, pg_catalog.pg_get_constraintdef(k.oid)
            FROM pg_catalog.pg_constraint AS k JOIN pg_catalog.pg_class AS c ON c.oid = k.conrelid
            WHERE c.relname = ANY ($1) AND pg_catalog.pg_table_is_visible(c.oid) AND k.contype IN ('c', 'f', 'x')
            ORDER BY c.relname, k.conname
            """, [.texts(names)])
    }
}
