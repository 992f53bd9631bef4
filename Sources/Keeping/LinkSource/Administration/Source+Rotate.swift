import LinkStore
import OpenSSL
public import PostgreSQL

extension Source {
    /// Gives all nodes new keys: within ``KeySchedule/shortOverlap`` and a minute for rings, and within seconds for
    /// other secrets. Afterwards the previous keys open nothing.
    ///
    /// - Parameter names: The secrets; all of them are rotated or none.
    public func rotate(_ names: [SharedSecretName]) async throws(PostgreSQLError) {
        try await retrying { connection throws(PostgreSQLError) in
            _ = try await connection.run([SourceStatement.begin])
            for name in names {
                // The row exists, and is locked until the commit, so no node can renew the secret concurrently.
                let answers = try await connection.run([
                    SourceStatement.keepSecret(name, SourceNode.first(of: name)), SourceStatement.lockSecret(name),
                ])
                let old = answers[1].bytes(0, 0)
                let new = Self.rotated(name, old, at: try answers[1].integer(0, 1))
                _ = try await connection.run([SourceStatement.replaceSecret(name, old, with: new)])
            }
            _ = try await connection.run([SourceStatement.commit])
        }
    }

    /// A ring of a newer program version is replaced; its nodes create a new one from it.
    private static func rotated(_ name: SharedSecretName, _ old: [UInt8], at now: Int64) -> [UInt8] {
        guard let schedule = name.schedule, let ring = KeyRing(old) else { return SourceNode.first(of: name) }
        return ring.rotated(at: now, schedule).bytes
    }
}
