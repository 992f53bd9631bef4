import Foundation

extension PostgreSQLServer {
    /// Runs `body` while a table is locked against all other sessions, which wait until it returns.
    public func withLocked<Value>(_ table: String, _ body: () throws -> Value) throws -> Value {
        let lock = "BEGIN; LOCK TABLE \(table) IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(600)"
        let session = try PostgreSQLInstallation.start(
            "psql", ["-X", "-q", "-d", url + " application_name=lock", "-c", lock], asOwner: false, output: nil)
        defer {
            _ = try? sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lock'")
            session.waitUntilExit()
        }
        let isGranted = "SELECT count(*) > 0 FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted"
        for _ in 0..<200 {
            if try sql(isGranted) == "t\n" { return try body() }
            usleep(100_000)
        }
        throw PostgreSQLServerFault("\(table) could not be locked")
    }
}
