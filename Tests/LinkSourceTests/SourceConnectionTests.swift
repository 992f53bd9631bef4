import Libevent
import LinkSource
import PostgreSQL
import TestSupport
import Testing

@Suite(.enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct SourceConnectionTests {
    @Test func statementsOfOnePipelineAreAnsweredInOrder() async throws {
        let server = try PostgreSQLServer()
        try await SourceActor.with { source in
            let connection = try await source.open(server.url)
            let rows = try await connection.run([
                Statement("CREATE TABLE things (name text PRIMARY KEY, size bigint)"),
                Statement(
                    "INSERT INTO things VALUES ($1, $2), ($3, $4)",
                    [.text("a"), .integer(1), .text("b"), .null]),
                Statement("SELECT name, size FROM things ORDER BY name"),
            ])
            #expect(rows.map(\.affected) == [0, 2, 2])
            #expect(try rows[2].text(0, 0) == "a")
            #expect(try rows[2].integer(0, 1) == 1)
            #expect(rows[2].isNull(1, 1))
        }
    }
}
