import Libevent
import LinkStore
public import PostgreSQL
import Threads

/// The source of truth, for those who look after it: commands, and a node's own tables.
///
/// It has one connection, made when it is first needed, on a loop of its own. ``close()`` ends both.
public actor Source {
    nonisolated let loop: LoopExecutor
    private let address: ConnectionParameters
    private var connection: SourceConnection?

    /// The loop of the source.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Safe: the source keeps its loop.
        unsafe loop.asUnownedSerialExecutor()
    }

    /// Does not connect yet.
    public init(_ address: ConnectionParameters) throws(PostgreSQLError) {
        self.address = address
        do throws(EventError) { loop = try LoopExecutor(name: "source") } catch {
            throw .connection(error.description)
        }
    }

    /// Closes the connection. From any thread but the loop's; nothing may be asked afterwards.
    public nonisolated func close() { loop.end() }

    /// Asks the source, and waits for the result: for threads that may wait.
    public nonisolated func wait<Value: Sendable>(
        _ body: @escaping @Sendable (isolated Source) async throws -> Value
    ) throws -> Value {
        let result = Locked<Result<Value, any Error>?>(nil)
        loop.perform { self.assumeIsolated { $0.begin(body) { value in result.withLock { $0 = value } } } }
        return try result.wait { $0 }.get()
    }

    /// On the loop from the start: a task that begins elsewhere would need a thread of the system's pool, and whoever waits
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

    /// Runs a transaction, again if the server says that it may succeed then. Nothing of it may be made twice by being made
    /// again after a lost connection, which is thrown.
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
