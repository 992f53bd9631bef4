import LinkStore
public import PostgreSQL

/// What making the tables came to.
public struct SourcePreparation: Sendable, Equatable {
    /// The source's number.
    public var id: UInt64
    /// Whether it had no tables before.
    public var isNew: Bool
    /// The version of the tables.
    public var schema: Int
}

extension Source {
    /// Makes the tables of the source, or what is missing of them. What is there stays as it is; several may do it at once.
    public func prepare() async throws(PostgreSQLError) -> SourcePreparation {
        let id = LinkBody.makeID()
        // Two that make the same table at the same time: one of them fails, and finds it made when it tries again.
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
        // One by one: some engines don't change tables and rows in one transaction.
        for statement in SourceSchema.statements { _ = try await connection.run([statement]) }
        let answers = try await connection.run(
            SourceSchema.rows(id: id) + [SourceSchema.raiseVersion, SourceStatement.source])
        guard let source = answers.last, source.count == 1 else { throw .answer("the source has no row of its own") }
        return SourcePreparation(
            id: try source.number(0, 0), isNew: answers[0].affected == 1, schema: Int(try source.integer(0, 1)))
    }
}
