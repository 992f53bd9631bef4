import LinkSource
import PostgreSQL
import TestSupport
import Testing

@Suite("Statements at a real server", serverIsInstalled)
struct StatementTests {
    @Test func valuesOfAllKindsComeBackAsTheyWere() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(SharedServer.url)
            let text = "ä€😀\u{1}'\"\\"
            let bytes = (0...255).map { UInt8($0) }
            let rows = try await connection.run([
                Statement(
                    "SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9::text, (-3)::smallint, ''::varchar, $10",
                    [
                        .integer(.min), .integer(.max), .integer32(.min), .boolean(true), .boolean(false), .text(text),
                        .bytes(bytes), .bytes([]), .null, .integer(-1),
                    ])
            ])[0]
            let integers: [Int64] = [.min, .max, Int64(Int32.min), 1, 0]
            for (column, value) in integers.enumerated() { #expect(try rows.integer(0, column) == value) }
            #expect(try rows.boolean(0, 3) && !rows.boolean(0, 4))
            #expect(try rows.text(0, 5) == text)
            #expect(rows.bytes(0, 6) == bytes)
            #expect(rows.bytes(0, 7) == [] && !rows.isNull(0, 7))
            #expect(rows.isNull(0, 8))
            #expect(try rows.integer(0, 9) == -3)
            #expect(try rows.text(0, 10) == "")
            #expect(try rows.integer(0, 11) == -1)
        }
    }

    @Test func arraysArriveAsTheyWere() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(SharedServer.url)
            let rows = try await connection.run([
                Statement(
                    "SELECT $1::text, $2::text, $3::text, $4::text, $5::text, $6::text",
                    [
                        .integers([.min, 0, .max]), .integers32([-1, 2]), .texts(["a", "", "ä,\"b\"", "NULL"]),
                        .byteStrings([[0, 255], []]), .integers([]), .texts([]),
                    ]),
                Statement("SELECT value FROM unnest($1::bytea[]) value", [.byteStrings([[1], [], [2, 0]])]),
            ])
            #expect(try rows[0].text(0, 0) == "{-9223372036854775808,0,9223372036854775807}")
            #expect(try rows[0].text(0, 1) == "{-1,2}")
            #expect(try rows[0].text(0, 2) == #"{a,"","ä,\"b\"","NULL"}"#)
            #expect(try rows[0].text(0, 3) == #"{"\\x00ff","\\x"}"#)
            #expect(try rows[0].text(0, 4) == "{}")
            #expect(try rows[0].text(0, 5) == "{}")
            #expect((0..<3).map { rows[1].bytes($0, 0) } == [[1], [], [2, 0]])
        }
    }

    @Test func aValueOfAnotherTypeIsAnError() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(SharedServer.url)
            let rows = try await connection.run([Statement("SELECT 'a'::text, 1.5::numeric, NULL::bigint")])[0]
            for column in 0..<3 {
                #expect(throws: PostgreSQLError.self) { try rows.integer(0, column) }
                if column > 0 { #expect(throws: PostgreSQLError.self) { try rows.text(0, column) } }
            }
        }
    }

    @Test func tenThousandStatementsGoInOnePipeline() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(SharedServer.url)
            let rows = try await connection.run(
                (0..<10_000).map { Statement("SELECT $1, $2", [.integer($0), .text("row \($0)")]) },
                deadline: .seconds(60))
            #expect(rows.count == 10_000)
            for (number, row) in rows.enumerated() where try row.integer(0, 0) != Int64(number) {
                Issue.record("answer \(number) is of statement \(try row.integer(0, 0))")
            }
        }
    }

    @Test func fiftyMegabytesOfRowsArrive() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(SharedServer.url)
            let rows = try await connection.run(
                [Statement("SELECT i::bigint, repeat(chr(97 + i % 26), 1000) FROM generate_series(1, 50000) i")],
                deadline: .seconds(60))[0]
            #expect(rows.count == 50_000)
            #expect(try rows.integer(49_999, 0) == 50_000)
            #expect((0..<rows.count).reduce(0) { $0 + rows.bytes($1, 1).count } == 50_000_000)
        }
    }

    /// Both sides' buffers are full at the same time: a client that only writes would deadlock.
    @Test func muchIsWrittenWhileMuchComesBack() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(SharedServer.networkURL)
            let megabyte = [UInt8](repeating: 7, count: 1 << 20)
            let rows = try await connection.run(
                (0..<40).map { _ in Statement("SELECT $1", [.bytes(megabyte)]) }, deadline: .seconds(60))
            #expect(rows.map { $0.withBytes(0, 0) { $0.count } } == Array(repeating: 1 << 20, count: 40))
        }
    }

    @Test func anErrorInTheMiddleIsThrownAndTheConnectionGoesOn() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(SharedServer.url)
            _ = try await connection.run([
                Statement("CREATE TABLE middle (id bigint CONSTRAINT middle_key PRIMARY KEY)")
            ])
            let insert = Statement("INSERT INTO middle VALUES (1)")
            let error = try await failure { try await connection.run([insert, insert, Statement("SELECT 1")]) }
            #expect(error.isUniqueViolation)
            guard case .server(_, let message, let detail, let constraint) = error else { throw error }
            #expect(message.contains("duplicate key"))
            #expect(detail == "Key (id)=(1) already exists.")
            #expect(constraint == "middle_key")
            #expect(connection.isUsable && !connection.isInTransaction)
            // They were a single transaction.
            #expect(try await connection.run([Statement("SELECT count(*) FROM middle")])[0].integer(0, 0) == 0)
        }
    }

    @Test func aFailedTransactionNeedsItsRollback() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(SharedServer.url)
            let error = try await failure { try await connection.run([Statement("BEGIN"), Statement("SELECT 1/0")]) }
            #expect(error.state == "22012" && !error.isRetryable)
            #expect(connection.isInTransaction)
            #expect(try await failure { try await connection.run([Statement("SELECT 1")]) }.state == "25P02")
            _ = try await connection.run([Statement("ROLLBACK")])
            #expect(!connection.isInTransaction)
            #expect(try await connection.run([Statement("SELECT 1")])[0].count == 1)
        }
    }

    @Test func twoWritersOfOneRowMakeARetryableFailure() async throws {
        try await SourceActor.with { source in
            let (one, other) = (try await source.open(SharedServer.url), try await source.open(SharedServer.url))
            _ = try await one.run([
                Statement("CREATE TABLE counted (n bigint)"), Statement("INSERT INTO counted VALUES (0)"),
            ])
            let begin = [
                Statement("BEGIN ISOLATION LEVEL REPEATABLE READ"), Statement("SELECT n FROM counted"),
            ]
            let update = Statement("UPDATE counted SET n = n + 1")
            _ = try await one.run(begin)
            _ = try await other.run(begin + [update, Statement("COMMIT")])
            #expect(try await failure { try await one.run([update]) }.isRetryable)
        }
    }

    @Test func anUnknownTableHasItsState() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(SharedServer.url)
            let error = try await failure { try await connection.run([Statement("SELECT * FROM nowhere")]) }
            #expect(error.isUndefinedTable)
        }
    }
}
