import Foundation
import LinkSource
import PostgreSQL
import TestSupport
import Testing
import Threads

@Suite("Notifications", serverIsInstalled, .timeLimit(.minutes(20)))
struct NotificationTests {
    @Test func aNotificationEndsTheWait() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(SharedServer.url)
            _ = try await connection.run([Statement("LISTEN changed")])
            // Not on the thread pool, which other tests may block.
            SystemThread(name: "later") {
                usleep(100_000)
                _ = try? SharedServer.sql("NOTIFY changed, 'now'")
            }.detach()
            #expect(try await connection.waitForNotification(deadline: .seconds(1_000)))
            #expect(try await !connection.waitForNotification(deadline: .milliseconds(50)))
            #expect(connection.isUsable)
        }
    }

    @Test func oneThatCameDuringAStatementCounts() async throws {
        try await SourceActor.with { source in
            let connection = try await source.open(SharedServer.url)
            _ = try await connection.run([Statement("LISTEN earlier")])
            _ = try await connection.run([Statement("NOTIFY earlier")])
            #expect(try await connection.waitForNotification(deadline: .seconds(1_000)))
        }
    }

    @Test func aServerThatDiesEndsTheWait() async throws {
        let server = try PostgreSQLServer()
        try await SourceActor.with { source in
            let connection = try await source.open(server.url)
            _ = try await connection.run([Statement("LISTEN changed")])
            // Not on the thread pool, which other tests may block.
            SystemThread(name: "later") {
                usleep(100_000)
                server.kill()
            }.detach()
            let error = try await failure { try await connection.waitForNotification(deadline: .seconds(1_000)) }
            #expect(error.isConnectionLost && !connection.isUsable)
        }
    }
}
