import LinkSource
import PostgreSQL
import TestSupport
import Testing

@Suite("COPY", serverIsInstalled, .timeLimit(.minutes(20)))
struct CopyTests {
    @Test func aMillionRowsAreCopied() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(SharedServer.url)
            _ = try await connection.run([
                Statement(
                    "CREATE UNLOGGED TABLE million (id bigint, size integer, on_sale boolean, name text, body bytea)")
            ])
            var rows = CopyRows()
            var next: Int64 = 0
            let written = try await connection.copy("COPY million FROM STDIN (FORMAT binary)") {
                if next > 1_000_000 { return nil }
                while next < 1_000_000, rows.count < 64 << 10 {
                    let body = next % 3 == 0 ? Statement.Parameter.null : .bytes([UInt8(next & 255), 0])
                    rows.append([
                        .integer(next), .integer32(Int32(-next)), .boolean(next % 2 == 0), .text("n\(next)"), body,
                    ])
                    next += 1
                }
                guard next == 1_000_000 else { return rows.piece() }
                next += 1
                return rows.end()
            }
            #expect(written == 1_000_000)
            let found = try await connection.run(
                [
                    Statement(
                        """
                        SELECT count(*), sum(id)::bigint, sum(size)::bigint, count(*) FILTER (WHERE on_sale),
                               count(*) FILTER (WHERE name = 'n' || id), count(body), sum(get_byte(body, 0))::bigint
                        FROM million
                        """)
                ], deadline: .seconds(60))[0]
            let sum: Int64 = 999_999 * 1_000_000 / 2
            let bytes = (0..<1_000_000).reduce(Int64(0)) { $1 % 3 == 0 ? $0 : $0 + Int64($1 & 255) }
            let wanted: [Int64] = [1_000_000, sum, -sum, 500_000, 1_000_000, 666_666, bytes]
            #expect(try (0..<7).map { try found.integer(0, $0) } == wanted)
        }
    }

    @Test func rowsThatEndWithAnErrorAreForgotten() async throws {
        struct Spoilt: Error {}
        try await SourceActor.with { source in
            let connection = try await source.open(SharedServer.url)
            _ = try await connection.run([Statement("CREATE TABLE spoilt (id bigint)")])
            var rows = CopyRows()
            rows.append([.integer(1)])
            var pieces = [rows.piece()]
            let error = try await failure {
                try await connection.copy("COPY spoilt FROM STDIN (FORMAT binary)") {
                    guard let piece = pieces.popLast() else { throw Spoilt() }
                    return piece
                }
            }
            #expect(error == .abandoned("Spoilt()"))
            #expect(try await connection.run([Statement("SELECT count(*) FROM spoilt")])[0].integer(0, 0) == 0)
        }
    }

    @Test func whatTheServerRefusesIsThrown() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(SharedServer.url)
            _ = try await connection.run([Statement("CREATE TABLE refused (id bigint)")])
            var rows = CopyRows()
            rows.append([.integer32(1)])
            var pieces = [rows.end()]
            let error = try await failure {
                try await connection.copy("COPY refused FROM STDIN (FORMAT binary)") { pieces.popLast() }
            }
            #expect(error.state == "08P01" && error.description.contains("insufficient data"))
            let missing = try await failure { try await connection.copy("COPY nowhere FROM STDIN") { nil } }
            #expect(missing.isUndefinedTable)
            let other = try await failure { try await connection.copy("SELECT 1") { nil } }
            #expect(other == .answer("the statement is not a COPY FROM STDIN"))
            #expect(try await connection.run([Statement("SELECT count(*) FROM refused")])[0].integer(0, 0) == 0)
        }
    }

    @Test func aServerThatStopsReadingIsGivenUp() async throws {
        let server = try PostgreSQLServer()
        try await SourceActor.with { source in
            let connection = try await source.open(server.networkURL)
            _ = try await connection.run([Statement("CREATE TABLE locked (id bigint)")])
            let other = try await source.open(server.networkURL)
            _ = try await other.run([Statement("BEGIN"), Statement("LOCK TABLE locked")])
            let error = try await failure {
                try await connection.copy("COPY locked FROM STDIN", stall: .milliseconds(200)) { [] }
            }
            #expect(error == .connection("no response in 200 ms"))
        }
    }
}
