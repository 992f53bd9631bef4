import LinkStore
import PostgreSQL

/// The SQL statements for shared secrets.
extension SourceStatement {
    /// All secrets, each with the source's time.
    static let secrets = Statement("SELECT name, value, \(clock) FROM fp_secret ORDER BY name")

    static func keepSecret(_ name: SharedSecretName, _ value: [UInt8]) -> Statement {
        Statement(
            "INSERT INTO fp_secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
            [.text(name.rawValue), .bytes(value)])
    }

    static func secret(_ name: SharedSecretName) -> Statement {
        Statement("SELECT value FROM fp_secret WHERE name = $1", [.text(name.rawValue)])
    }

    static func lockSecret(_ name: SharedSecretName) -> Statement {
        Statement("SELECT value, \(clock) FROM fp_secret WHERE name = $1 FOR UPDATE", [.text(name.rawValue)])
    }

    /// Affects no row if another node was faster.
    static func replaceSecret(_ name: SharedSecretName, _ old: [UInt8], with new: [UInt8]) -> Statement {
        Statement(
            "UPDATE fp_secret SET value = $3 WHERE name = $1 AND value = $2",
            [.text(name.rawValue), .bytes(old), .bytes(new)])
    }
}
