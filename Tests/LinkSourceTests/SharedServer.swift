import PostgreSQL
import TestSupport
import Testing

/// The server of tests that leave it unchanged except for tables with names of their own.
enum SharedServer {
    private static let server = Result { try PostgreSQLServer() }

    static var url: String { get throws { try server.get().url } }
    static var networkURL: String { get throws { try server.get().networkURL } }

    static func sql(_ text: String) throws -> String { try server.get().sql(text) }
}

/// The condition of all suites with real servers.
let serverIsInstalled: ConditionTrait = .enabled(
    if: PostgreSQLServer.isInstalled, "skipped: PostgreSQL is not installed")

/// The error that `body` throws.
func failure<Result>(line: Int = #line, of body: () async throws -> Result) async throws -> PostgreSQLError {
    do { _ = try await body() } catch let error as PostgreSQLError { return error }
    throw NoFailure(line: line)
}

/// No error was thrown, although one was expected.
struct NoFailure: Error {
    let line: Int
}
