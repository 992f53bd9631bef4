import Foundation
import Libevent
import LinkSource
import PostgreSQL
import TestSupport
import Testing
import Threads

@Suite("Connections that end", serverIsInstalled, .timeLimit(.minutes(20)))
struct LostConnectionTests {
    private static let sleep = Statement("SELECT pg_sleep(600)")

    @Test func aKilledServerIsNoticedAtOnce() async throws {
        let server = try PostgreSQLServer()
        try await SourceActor.with { source in
            let connection = try await source.open(server.url)
            killLater(server)
            let error = try await failure { try await connection.run([Self.sleep], deadline: .seconds(600)) }
            #expect(error.isConnectionLost)
            #expect(!connection.isUsable)
            #expect(
                try await failure { try await connection.run([Statement("SELECT 1")]) }
                    == .connection("the connection is closed"))
        }
    }

    @Test func aServerThatComesBackIsConnectedToAgain() async throws {
        let server = try PostgreSQLServer()
        try await SourceActor.with { source in
            let connection = try await source.open(server.networkURL)
            _ = try await connection.run([Statement("CREATE TABLE kept (n bigint)")])
            server.kill()
            #expect(try await failure { try await source.open(server.networkURL) }.isConnectionLost)
            try server.start()
            #expect(try await failure { try await connection.run([Statement("SELECT 1")]) }.isConnectionLost)
            let next = try await source.open(server.networkURL)
            #expect(try await next.run([Statement("SELECT count(*) FROM kept")])[0].integer(0, 0) == 0)
        }
    }

    @Test func whatTheServerSaidLastIsInTheMessage() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(SharedServer.url)
            let process = try await connection.run([Statement("SELECT pg_backend_pid()")])[0].integer(0, 0)
            // Not on the thread pool, which other tests may block.
            SystemThread(name: "later") {
                usleep(100_000)
                _ = try? SharedServer.sql("SELECT pg_terminate_backend(\(process))")
            }.detach()
            let error = try await failure { try await connection.run([Self.sleep], deadline: .seconds(600)) }
            #expect(error.isConnectionLost)
            #expect(error.description.contains("terminating connection due to administrator command"))
        }
    }

    /// Regression: a server is stopped right after a commit. Its fatal error is read together with the preceding sync
    /// and stays in libpq's buffer until the next statement is sent. libpq takes it for the response to everything
    /// sent, and returns the end of a statement forever: the loop never ended.
    @Test func anEndThatComesWithTheSynchronizationIsNoticed() async throws {
        let server = try RecordedServer(
            PostgreSQLMessage.done + PostgreSQLMessage.ready + PostgreSQLMessage.terminated)
        let url = server.url
        defer { withExtendedLifetime(server) {} }
        try await SourceActor.with { source in
            let connection = try await source.open(url)
            _ = try await connection.run([Statement("COMMIT")])
            let error = try await failure { try await connection.run([Statement("SELECT 1")]) }
            #expect(error.isConnectionLost)
            #expect(error.description.contains("terminating connection due to administrator command"))
            #expect(!connection.isUsable)
        }
    }

    @Test func noAnswerInTimeClosesTheConnection() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(SharedServer.url)
            let error = try await failure { try await connection.run([Self.sleep], deadline: .milliseconds(200)) }
            #expect(error == .connection("no response in 200 ms"))
            #expect(!connection.isUsable)
        }
    }

    @Test func aCancelledTaskDoesNotWait() async throws {
        let source = try SourceActor()
        defer { source.loop.stop() }
        let url = try SharedServer.url
        let task = Task {
            try await source.run { source in
                let connection = try await source.open(url)
                let sleep = Statement("SELECT pg_sleep(601)")
                return try await failure { try await connection.run([sleep], deadline: .seconds(600)) }
            }
        }
        let query = "SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(601)'"
        while try SharedServer.sql(query) == "" { try await Task.sleep(for: .milliseconds(20)) }
        task.cancel()
        #expect(try await task.value.isConnectionLost)
    }

    @Test func aStoppedLoopLeavesNobodyWaiting() async throws {
        let source = try SourceActor()
        let url = try SharedServer.url
        let task = Task {
            try await source.run { source in
                let connection = try await source.open(url)
                source.loop.stop()
                return try await failure { try await connection.run([Self.sleep], deadline: .seconds(600)) }
            }
        }
        #expect(try await task.value == .connection("closed, because its loop was stopped"))
        #expect(try await failure { try await source.openAndClose(url) }.isConnectionLost)
    }

    private func killLater(_ server: PostgreSQLServer) {
        // Not on the thread pool, which other tests may block.
        SystemThread(name: "later") {
            usleep(200_000)
            server.kill()
        }.detach()
    }
}
