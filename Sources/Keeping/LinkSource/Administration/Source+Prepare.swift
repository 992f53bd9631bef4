import LinkStore
public import PostgreSQL

/// The result of creating the tables.
public struct SourcePreparation: Sendable, Equatable {
    /// The source's number.
    public var id: UInt64
    /// Whether it had no tables before.
    public var isNew: Bool
    /// The schema version.
    public var schema: Int
}

extension Source {
    /// Creates missing tables of the source. Existing ones are unchanged; concurrent calls are safe.
    public func prepare() async throws(PostgreSQLError) -> SourcePreparation {
        let id = LinkBody.makeID()
        // If two processes create the same table concurrently, one of them fails and finds the table when it retries.
        var tries = 0
        while true {
            do throws(PostgreSQLError) { return try await prepare(id: id) } catch {
                tries += 1
                let isRace = error.isUniqueViolation || error.isRetryable || error.state == "XX000"
                guard isRace, tries < 10 else { throw error }
            }
        }
    }

    private func prepare(id: UInt64) async throws(PostgreSQLError) -> SourcePreparation {
        let connection = try await connected()
        // One statement at a time: some engines do not allow schema and row changes in one transaction.
        for statement in SourceSchema.statements { _ = try await connection.run([statement]) }
        let answers = try await connection.run(
            SourceSchema.rows(id: id) + [SourceSchema.raiseVersion, SourceStatement.source])
        guard let source = answers.last, source.count == 1 else { throw .answer("the source's own row is missing") }
        return SourcePreparation(
            id: try source.number(0, 0), isNew: answers[0].affected == 1, schema: Int(try source.integer(0, 1)))
    }
}
