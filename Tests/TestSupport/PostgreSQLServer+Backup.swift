import Foundation

/// A copy of a server's files.
public struct PostgreSQLBackup {
    fileprivate let folder: String
}

extension PostgreSQLServer {
    /// Stops the server, copies its files, and starts it again.
    public func backup() throws -> PostgreSQLBackup {
        stop()
        let backup = PostgreSQLBackup(folder: dataFolder + "-backup-" + UUID().uuidString.prefix(8))
        try PostgreSQLInstallation.run("cp", ["-a", dataFolder, backup.folder])
        try start()
        return backup
    }

    /// Discards all changes since a backup.
    public func restore(_ backup: PostgreSQLBackup) throws {
        stop()
        try FileManager.default.removeItem(atPath: dataFolder)
        try PostgreSQLInstallation.run("cp", ["-a", backup.folder, dataFolder])
        try start()
    }

    /// Disconnects a standby from its primary: it does not receive later commits.
    public func stopReceiving() throws {
        try sql("ALTER SYSTEM SET primary_conninfo = ''")
        try sql("SELECT pg_reload_conf()")
        for _ in 0..<1_000 {
            if try sql("SELECT count(*) FROM pg_stat_wal_receiver") == "0\n" { return }
            usleep(10_000)
        }
        throw PostgreSQLServerFault("the standby still receives")
    }
}
