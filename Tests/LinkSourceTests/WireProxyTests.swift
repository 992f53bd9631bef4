import LinkSource
import PostgreSQL
import TestSupport
import Testing

/// The test proxy forwards everything, and its faults are those requested.
@Suite(
    "The wire proxy", serverIsInstalled, .timeLimit(.minutes(20)),
    .enabled(if: WireProxy.isInstalled, "skipped: python3 is not installed"))
struct WireProxyTests {
    private let server: PostgreSQLServer
    private let proxy: WireProxy

    init() throws {
        server = try PostgreSQLServer()
        try server.sql("CREATE TABLE things (n bigint PRIMARY KEY)")
        proxy = try WireProxy(server)
    }

    private func count() throws -> String { try server.sql("SELECT count(*) FROM things") }

    private static let insert = Statement("INSERT INTO things VALUES ($1)", [.integer(1)])
    private static let transaction = [Statement("BEGIN"), insert, Statement("COMMIT")]

    @Test func everythingPasses() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(proxy.url + "?sslmode=prefer")
            let rows = try await connection.run(
                (0..<2000).map { Statement("SELECT $1", [.integer($0)]) }
                    + [Statement("SELECT $1", [.bytes(Array(repeating: 5, count: 20 << 20))])], deadline: .seconds(60))
            #expect(rows.count == 2001)
            #expect(try rows[1999].integer(0, 0) == 1999)
            #expect(rows[2000].withBytes(0, 0) { $0.count } == 20 << 20)
            var copied = CopyRows()
            for number in 0..<50_000 { copied.append([.integer(Int64(number))]) }
            var pieces = [copied.end()]
            let written = try await connection.copy("COPY things FROM STDIN (FORMAT binary)") { pieces.popLast() }
            #expect(written == 50_000)
            _ = try await connection.run([Statement("LISTEN changed")])
            try server.sql("NOTIFY changed")
            #expect(try await connection.waitForNotification(deadline: .seconds(50)))
            #expect(try await failure { try await connection.run([Statement("SELECT 1/0")]) }.state == "22012")
            #expect(try await connection.run([Statement("SELECT 1")]).count == 1)
        }
        #expect(try proxy.statements()["SELECT $1"] == 2001)
        #expect(try proxy.psql("SELECT 1", "SELECT 1/0", "SELECT 2") == "1\nERROR:  division by zero\n2\n")
    }

    @Test func aFailedCommitIsRolledBack() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(proxy.url)
            try proxy.tell("fail-commit 1")
            let error = try await failure {
                try await connection.run(Self.transaction + [Statement("CREATE TABLE never ()")])
            }
            #expect(error.state == "40001" && error.isRetryable)
            #expect(connection.isUsable && !connection.isInTransaction)
            #expect(try count() == "0\n")
            #expect(try server.sql("SELECT to_regclass('never') IS NULL") == "t\n")
            _ = try await connection.run(Self.transaction)
            #expect(try count() == "1\n")
        }
        try proxy.tell("fail-commit 1")
        let text = try proxy.psql("BEGIN", "INSERT INTO things VALUES (2)", "COMMIT", "SELECT count(*) FROM things")
        #expect(text.contains("ERROR:  restart transaction") && text.hasSuffix("\n1\n"))
        #expect(try proxy.count("fail-commit") == 2)
    }

    @Test func aLostAcknowledgementIsOfACommit() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(proxy.url)
            try proxy.tell("lose-commit 1")
            #expect(try await failure { try await connection.run(Self.transaction) }.isConnectionLost)
            #expect(try count() == "1\n")
        }
        try proxy.tell("lose-commit 1")
        let text = try proxy.psql("BEGIN", "INSERT INTO things VALUES (2)", "COMMIT")
        #expect(text.contains("server closed the connection unexpectedly"))
        #expect(try count() == "2\n")
    }

    @Test func aStatementFailsWithTheStateThatWasAskedFor() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(proxy.url)
            try proxy.tell("fail 1 40P01 insert into things")
            #expect(try await failure { try await connection.run(Self.transaction) }.state == "40P01")
            // The server's transaction has failed.
            #expect(connection.isInTransaction)
            _ = try await connection.run([Statement("ROLLBACK")])
            _ = try await connection.run(Self.transaction)
            #expect(try count() == "1\n")
        }
    }

    @Test func connectionsAreCutBeforeAndAfter() async throws {
        try await SourceActor.with { source in
            for (command, found) in [("cut-before 1 insert", "0\n"), ("cut-after 1 insert", "1\n")] {
                let connection = try await source.open(proxy.url)
                try proxy.tell(command)
                #expect(try await failure { try await connection.run([Self.insert]) }.isConnectionLost)
                // A disconnected server notices at its next read.
                #expect(try count() == found)
            }
            let connection = try await source.open(proxy.url)
            try proxy.tell("cut 100%")
            #expect(try await failure { try await connection.run([Statement("SELECT 1")]) }.isConnectionLost)
            #expect(try await failure { try await source.open(proxy.url) }.isConnectionLost)
            try proxy.tell("clear")
            let next = try await source.open(proxy.url)
            try proxy.tell("cut now")
            #expect(try await failure { try await next.run([Statement("SELECT 1")]) }.isConnectionLost)
            try proxy.tell("refuse")
            #expect(try await failure { try await source.open(proxy.url) }.isConnectionLost)
        }
    }

    @Test func whatIsSentIsLateOrStops() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(proxy.url)
            try proxy.tell("delay 50")
            let start = ContinuousClock.now
            _ = try await connection.run([Statement("SELECT 1")])
            #expect(start.duration(to: .now) >= .milliseconds(99))
            try proxy.tell("delay 0")
            try proxy.tell("freeze")
            let error = try await failure {
                try await connection.run([Statement("SELECT 1")], deadline: .milliseconds(100))
            }
            #expect(error == .connection("no response in 100 ms"))
            try proxy.tell("thaw")
            #expect(try await source.open(proxy.url).isUsable)
        }
    }

    @Test func readsOfLinksComeFromAServerThatIsBehind() async throws {
        try server.sql("CREATE TABLE fp_link (n bigint)")
        let standby = try server.standby(isSynchronous: true)
        let proxy = try WireProxy(server, stale: standby)
        try standby.sql("SELECT pg_wal_replay_pause()")
        let count = "SELECT count(*) FROM fp_link"
        try await SourceActor.with { source in
            let connection = try await source.open(proxy.url)
            func counted(_ statements: [Statement], _ index: Int) async throws -> Int64 {
                try await connection.run(statements)[index].integer(0, 0)
            }
            let snapshot = [
                Statement("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"), Statement(count), Statement("COMMIT"),
            ]
            try proxy.tell("stale")
            // Writes go to the primary, and so do the reads of a writing transaction.
            _ = try await connection.run([Statement("INSERT INTO fp_link VALUES (1)")])
            #expect(try await counted([Statement("BEGIN"), Statement(count), Statement("COMMIT")], 1) == 1)
            #expect(try await counted([Statement("SELECT n FROM fp_link FOR UPDATE")], 0) == 1)
            #expect(try await counted([Statement(count)], 0) == 0)
            #expect(try await counted(snapshot, 1) == 0)
            _ = try await connection.run([snapshot[0]])
            #expect(try await counted([snapshot[1]], 0) == 0)
            _ = try await connection.run([snapshot[2]])
            try proxy.tell("fresh")
            #expect(try await counted([Statement(count)], 0) == 1)
            #expect(try await counted(snapshot, 1) == 1)
        }
        #expect(try proxy.count("stale") == 3)
    }
}
