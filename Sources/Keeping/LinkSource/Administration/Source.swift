import Libevent
import LinkStore
public import PostgreSQL
import Threads

/// The source of truth, as administration commands and a node's own tables access it.
///
/// It has one connection, opened on first use, on an event loop of its own. ``close()`` ends both.
public actor Source {
    nonisolated let loop: LoopExecutor
    private let address: ConnectionParameters
    private var connection: SourceConnection?

    /// The event loop of the source.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Safe: the source retains its loop.
        unsafe loop.asUnownedSerialExecutor()
    }

    /// Creates a source without connecting.
    public init(_ address: ConnectionParameters) throws(PostgreSQLError) {
        self.address = address
        do throws(EventError) { loop = try LoopExecutor(name: "source") } catch {
            throw .connection(error.description)
        }
    }

    /// Closes the connection. From any thread but the loop's; no calls may follow.
    public nonisolated func close() { loop.end() }

    /// Runs a body on the source's loop and blocks until it returns; for threads that may block.
    public nonisolated func wait<Value: Sendable>(
        _ body: @escaping @Sendable (isolated Source) async throws -> Value
    ) throws -> Value {
        let result = Locked<Result<Value, any Error>?>(nil)
        loop.perform { self.assumeIsolated { $0.begin(body) { value in result.withLock { $0 = value } } } }
        return try result.wait { $0 }.get()
    }

    /// Starts on the loop. A task started elsewhere would need a thread of the system's pool, and the waiting callers
    /// may occupy them all.
    private func begin<Value: Sendable>(
        _ body: @escaping @Sendable (isolated Source) async throws -> Value,
        _ finish: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        Task(executorPreference: loop) {
            do { finish(.success(try await body(self))) } catch { finish(.failure(error)) }
        }
    }

    /// The connection, without an open transaction.
    func connected() async throws(PostgreSQLError) -> SourceConnection {
        if let connection, connection.isUsable {
            if connection.isInTransaction { _ = try await connection.run([SourceStatement.rollback]) }
            return connection
        }
        let new = try await SourceConnection.open(address, on: loop)
        connection = new
        return new
    }

    /// Runs a transaction, with retries if the server reports a retryable error. A lost connection is thrown instead,
    /// because a retry might apply the transaction twice.
    func retrying<Value>(
        _ body: (SourceConnection) async throws(PostgreSQLError) -> Value
    ) async throws(PostgreSQLError) -> Value {
        var tries = 0
        while true {
            let connection = try await connected()
            do throws(PostgreSQLError) { return try await body(connection) } catch {
                tries += 1
                guard error.isRetryable, tries < 50 else { throw error }
                try? await loop.sleep(for: .milliseconds(Int64.random(in: 1...(5 << Int64(min(tries, 6))))))
            }
        }
    }
}
