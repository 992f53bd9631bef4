import ByteText
import Libevent
import LinkStore
import OpenSSL
import PostgreSQL

extension SourceNode {
    /// Adopts the shared secrets, contributes this node's where the source has none, and renews keys on schedule. Runs
    /// rarely, since secrets seldom change. If permission is denied, links are still followed.
    func shareSecrets(through connection: SourceConnection) async throws {
        guard !options.sharedSecrets.isEmpty, ContinuousClock.now >= nextSharing else { return }
        nextSharing = .now + options.secretsInterval
        do throws(PostgreSQLError) {
            let known = try SharedValues(try await connection.run([SourceStatement.secrets])[0])
            for secret in options.sharedSecrets {
                let value = try await value(of: secret, known, through: connection)
                // A readable secret is used even if it can't be renewed.
                try await adopt(secret, value)
                let renewed = try await renew(secret, value, known.now, through: connection)
                if renewed != value { try await adopt(secret, renewed) }
            }
            noteSharing(nil)
        } catch {
            guard error.isUndefinedTable || error.isRefusedByRights else { throw error }
            noteSharing(error)
        }
    }

    /// The secret of the source, which is set to this node's if the source has none.
    private func value(
        of secret: SharedSecret, _ known: SharedValues, through connection: SourceConnection
    ) async throws(PostgreSQLError) -> [UInt8] {
        if let value = known.values[secret.name.rawValue] { return value }
        let own = (secret.isKept ? try? store.secret(secret.name.rawValue) : nil) ?? secret.own()
        let first = own ?? Self.first(of: secret.name)
        // Another node may be faster; the value at the source is used.
        let answers = try await connection.run([
            SourceStatement.keepSecret(secret.name, first), SourceStatement.secret(secret.name),
        ])
        guard answers[1].count == 1 else {
            throw .answer("the secret \(secret.name.rawValue) is missing at the source")
        }
        return answers[1].bytes(0, 0)
    }

    static func first(of name: SharedSecretName) -> [UInt8] {
        name.schedule == nil ? SecureRandom.bytes(count: 32) : KeyRing().bytes
    }

    /// Adds the next key in time, unless another node has done so.
    private func renew(
        _ secret: SharedSecret, _ value: [UInt8], _ now: Int64, through connection: SourceConnection
    ) async throws(PostgreSQLError) -> [UInt8] {
        guard let schedule = secret.name.schedule, let new = KeyRing(value)?.renewed(at: now, schedule) else {
            return value
        }
        let statement = SourceStatement.replaceSecret(secret.name, value, with: new.bytes)
        return try await connection.run([statement])[0].affected == 1 ? new.bytes : value
    }

    private func adopt(_ secret: SharedSecret, _ value: [UInt8]) async throws(PostgreSQLError) {
        let name = secret.name.rawValue
        // The secret is used even if the store can't be written.
        if secret.isKept, (try? store.secret(name)) != value { _ = try? await replicate(.secret(name, value)) }
        secret.adopt(value)
    }

    /// Reports once that secrets can't be shared, and why.
    private func noteSharing(_ error: PostgreSQLError?) {
        let reason = error.map { error in
            error.isUndefinedTable
                ? "create its tables with `fingerpost source init`"
                : "GRANT SELECT, INSERT, UPDATE ON fp_secret to the nodes' role"
        }
        if let error, let reason, reason != sharingFault {
            report(
                "source: \(error); using this node's own keys for pages, masks and tickets; to share them, \(reason)")
        }
        sharingFault = reason
    }
}

/// The rows of the source's secrets table.
private struct SharedValues {
    var values: [String: [UInt8]] = [:]
    /// The source's clock, in seconds since 1970.
    var now = WallClock.now.seconds

    init(_ rows: Rows) throws(PostgreSQLError) {
        for row in 0..<rows.count {
            values[try rows.text(row, 0)] = rows.bytes(row, 1)
            now = try rows.integer(row, 2)
        }
    }
}
