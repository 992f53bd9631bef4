import Libevent
import LinkSource
import PostgreSQL

/// An actor on its own loop, like the owner of connections.
actor SourceActor {
    nonisolated let loop: LoopExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Safe: the actor keeps its executor alive.
        unsafe loop.asUnownedSerialExecutor()
    }

    init() throws { loop = try LoopExecutor(name: "source") }

    func open(_ url: String, deadline: Duration = .seconds(10)) async throws -> SourceConnection {
        try await SourceConnection.open(try ConnectionParameters(url), on: loop, deadline: deadline)
    }

    func openAndClose(_ url: String, deadline: Duration = .seconds(10)) async throws {
        try await open(url, deadline: deadline).close()
    }

    /// Runs a test on the actor, and ends its loop.
    static func with(_ body: @Sendable (isolated SourceActor) async throws -> Void) async throws {
        let source = try SourceActor()
        defer { source.loop.stop() }
        try await source.run(body)
    }

    func run<Result: Sendable>(
        _ body: @Sendable (isolated SourceActor) async throws -> Result
    ) async throws -> Result {
        try await body(self)
    }
}
