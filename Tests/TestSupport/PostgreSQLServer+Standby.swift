extension PostgreSQLServer {
    /// Makes a server that follows this one by streaming replication, and starts it.
    ///
    /// - Parameters:
    ///   - isSynchronous: Whether a commit here waits until the standby has flushed it to disk.
    ///   - settings: More settings of the standby (`recovery_min_apply_delay`).
    public func standby(isSynchronous: Bool = false, settings: [String: String] = [:]) throws -> PostgreSQLServer {
        var options = options
        options.settings.merge(settings) { $1 }
        let name = "standby_\(port)"
        let standby = try PostgreSQLServer(options) { data in
            try PostgreSQLInstallation.run(
                "pg_basebackup",
                ["-D", data, "-R", "-X", "stream", "-c", "fast", "--no-sync", "-d", url + " application_name=\(name)"],
                asOwner: true)
        }
        try standby.start()
        if isSynchronous {
            try sql("ALTER SYSTEM SET synchronous_standby_names = '\(name)'")
            try sql("SELECT pg_reload_conf()")
        }
        return standby
    }

    /// Promotes a standby, which accepts writes when this returns.
    public func promote() throws {
        try sql("SELECT pg_promote(true, 30)")
    }
}
