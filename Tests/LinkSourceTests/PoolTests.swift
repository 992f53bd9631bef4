import Libevent
import LinkSource
import PostgreSQL
import TestSupport
import Testing
import Threads

@Suite("The loop alone", serverIsInstalled, .timeLimit(.minutes(20)))
struct PoolTests {
    /// All threads of Swift's pool are blocked: a connection needs none of them.
    @Test func noThreadOfThePoolIsWaitedFor() async throws {
        let url = try SharedServer.url
        try await SourceActor.with { source in
            let gate = Locked(false)
            let held = Locked(0)
            for _ in 0..<64 {
                Task.detached {
                    held.withLock { $0 += 1 }
                    gate.wait { $0 ? () : nil }
                }
            }
            defer { gate.withLock { $0 = true } }
            while held.withLock({ $0 }) < Processors.count { try await source.loop.sleep(for: .milliseconds(1)) }
            let connection = try await source.open(url, deadline: .seconds(5))
            #expect(try await connection.run([Statement("SELECT 1")], deadline: .seconds(5)).count == 1)
            #expect(try await !connection.waitForNotification(deadline: .milliseconds(1)))
            let error = try await failure {
                try await connection.run([Statement("SELECT pg_sleep(600)")], deadline: .milliseconds(5))
            }
            #expect(error.isConnectionLost)
        }
    }
}
